import ErrandsPromises
import ErrandsTesting
import Testing

/// The original resolves a chain by recursion: about 390 links overflow the half megabyte of a thread, and so does
/// letting go of an unresolved one. Here all of it takes place on just such a thread (36).
@Suite("Rules of depth", .serialized, .timeLimit(.minutes(1)))
struct DepthRules {
  enum Shape: String, CaseIterable, CustomTestStringConvertible {
    case map, then, recover, ensure, mixed, guarantees

    var testDescription: String { rawValue }

    func link(_ promise: Promise<Int>, _ number: Int) -> Promise<Int> {
      switch self {
      case .map: promise.map(on: nil) { $0 + 1 }
      case .then: promise.then(on: nil) { Promise.value($0 + 1) }
      case .recover: promise.recover(on: nil) { error -> Promise<Int> in throw error }
      case .ensure: promise.ensure(on: nil) {}
      case .guarantees: Promise(promise.recover(on: nil) { _ in Guarantee.value(0) }.map(on: nil) { $0 + 1 })
      case .mixed: Self.allCases[number % 4].link(promise, number)
      }
    }
  }

  enum Ending: String, CaseIterable, CustomTestStringConvertible {
    case kept, rejected, cancelled, abandoned

    var testDescription: String { rawValue }
  }

  @Test("Chains of every kind settle and are let go of", arguments: Shape.allCases, Ending.allCases)
  func chain(shape: Shape, ending: Ending) async throws {
    try await withConfiguration {
      $0.logHandler = { _ in }
    } _: {
      try await leavingNothing { live in
        await onThread {
          let (start, seal) = Promise<Int>.pending()
          let resolver = Kept(seal)
          let object = live.object("last handler")
          let end = Self.chain(start, shape, RuleSizes.chain)
          let last = end.ensure(on: nil) { withExtendedLifetime(object) {} }
          #expect(end.isPending)
          switch ending {
          case .kept: resolver.take()?.fulfill(0)
          case .rejected: resolver.take()?.reject(Broken())
          case .cancelled: end.cancel()
          case .abandoned: resolver.letGo()
          }
          #expect(last.isPending == (ending == .abandoned))
          if ending == .cancelled { #expect(end.isCancelled) }
        }
      }
    }
  }

  private static func chain(_ start: Promise<Int>, _ shape: Shape, _ links: Int) -> Promise<Int> {
    var end = start
    for number in 0..<links { end = shape.link(end, number) }
    return end
  }

  @Test("A value comes through a million links")
  func million() async {
    let heard = Events<Int?>()
    await onThread {
      let (start, seal) = Promise<Int>.pending()
      let end = Self.chain(start, .map, RuleSizes.longChain)
      seal.fulfill(0)
      heard.record(end.value)
    }
    #expect(heard.all == [RuleSizes.longChain])
  }

  @Test("Promises that answer with one another, each resolved by the next, settle")
  func nestedAnswers() async {
    let links = RuleSizes.chain
    let heard = Events<Int?>()
    await onThread {
      let (start, seal) = Promise<Int>.pending()
      var inner = start
      for _ in 0..<links {
        let answer = inner
        inner = Promise.value(0).then(on: nil) { _ in answer }
      }
      let outermost = inner
      seal.fulfill(5)
      heard.record(outermost.value)
    }
    #expect(heard.all == [5])
  }

  @Test("Handlers that resolve the next promise by hand, twenty thousand deep, all run")
  func resolvedByHand() async {
    let links = RuleSizes.chain
    let heard = Events<Int>()
    await onThread {
      let all = (0...links).map { _ in Promise<Int>.pending() }
      for index in 0..<links {
        all[index].promise.done(on: nil) { all[index + 1].resolver.fulfill($0 + 1) }.cauterize()
      }
      all[0].resolver.fulfill(0)
      heard.record(all[links].promise.value ?? -1)
    }
    #expect(heard.all == [links])
  }
}
