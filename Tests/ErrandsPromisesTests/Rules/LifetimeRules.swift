import Dispatch
import Errands
import ErrandsPromises
import ErrandsTesting
import Testing

@Suite("Rules of lifetime", .serialized, .timeLimit(.minutes(1)))
struct LifetimeRules {
  /// What `conf.logHandler` is told while `body` runs.
  private func logged(_ body: () async throws -> Void) async rethrows -> [String] {
    let log = Events<String>()
    try await withConfiguration {
      $0.logHandler = { log.record("\($0)") }
    } _: {
      try await body()
    }
    return log.all
  }

  @Test("A resolver that goes uncalled is logged, even if the promise is alive (30)")
  func resolverGone() async {
    var promise: Promise<Int>?
    let log = await logged { promise = Promise<Int>.pending().promise }
    #expect(log == ["pendingPromiseDeallocated"])
    #expect(promise?.isPending == true)
  }

  @Test("A resolver that has been called, or that lives on, is not logged (30)")
  func resolverCalled() async {
    let kept = Kept<Resolver<Int>>()
    let log = await logged {
      Promise<Int>.pending().resolver.fulfill(1)
      _ = Promise<Int> { $0.reject(Broken()) }
      kept.set(Promise<Int>.pending().resolver)
    }
    #expect(log == [])
    #expect(await logged { kept.letGo() } == ["pendingPromiseDeallocated"])
  }

  @Test("Promises that operators made are never logged (30)")
  func operatorsDoNotLog() async {
    let (source, seal) = Promise<Int>.pending()
    let log = await logged {
      _ = source.map(on: nil) { $0 + 1 }.then(on: nil) { Promise.value($0) }.asVoid()
    }
    #expect(log == [])
    seal.fulfill(1)
  }

  @Test("A guarantee that goes unresolved is logged, the hidden one of a catch too (31)")
  func guaranteeGone() async {
    #expect(await logged { _ = Guarantee<Int>.pending() } == ["pendingGuaranteeDeallocated"])
    #expect(await logged { Guarantee<Int>.pending().resolve(1) } == [])
    let chain = await logged {
      Promise<Int>.pending().promise.done(on: nil) { _ in }.catch(on: nil) { _ in }
    }
    #expect(chain.sorted() == ["pendingGuaranteeDeallocated", "pendingPromiseDeallocated"])
    let map = await logged { _ = Guarantee<Int>.pending().guarantee.map(on: nil) { $0 } }
    #expect(map == ["pendingGuaranteeDeallocated", "pendingGuaranteeDeallocated"])
  }

  @Test("The handlers of an abandoned promise are never called, and are let go of (30)")
  func abandonedHandlers() async throws {
    try await leavingNothing { live in
      _ = await logged {
        let (promise, resolver) = Promise<Int>.pending()
        let object = live.object("handler")
        promise.ensure(on: nil) { Issue.record("\(object) was called") }
          .done(on: nil) { _ in Issue.record("\(object) was called") }
          .catch(on: nil, policy: .allErrors) { _ in Issue.record("\(object) was called") }
          .finally(on: nil) { Issue.record("\(object) was called") }
        withExtendedLifetime(resolver) {}
      }
    }
  }

  @Test("A settled chain holds nothing of what its handlers captured", arguments: [true, false])
  func settledHoldsNothing(isKept: Bool) async throws {
    try await leavingNothing { live in
      let (promise, seal) = Promise<Int>.pending()
      let object = live.object("handler")
      let end = promise.map(on: nil) { [object] value -> Int in
        withExtendedLifetime(object) { value }
      }.then(on: nil) { [object] value in withExtendedLifetime(object) { Promise.value(value) } }
        .ensure(on: nil) { withExtendedLifetime(object) {} }
        .recover(on: nil) { [object] error -> Promise<Int> in
          try withExtendedLifetime(object) { throw error }
        }
      if isKept { seal.fulfill(1) } else { seal.reject(Broken()) }
      #expect(end.isFulfilled == isKept)
    }
  }

  @Test("wait blocks until the promise is resolved; gives the value, or throws the error (32)")
  func wait() async {
    let (promise, seal) = Promise<Int>.pending()
    let answers = Events<String>()
    async let waiting: Void = onThread { answers.record((try? promise.wait()).map(String.init) ?? "error") }
    seal.fulfill(1)
    await waiting
    await onThread {
      answers.record((try? Promise<Int>(error: Broken()).wait()).map(String.init) ?? "error")
      answers.record("\(Guarantee.value(2).wait())")
    }
    #expect(answers.all == ["1", "error", "2"])
  }

  @Test("async gives the value or throws the error, cancellations too (34)")
  func async() async throws {
    #expect(try await Promise.value(1).async() == 1)
    await #expect(throws: Broken()) { try await Promise<Int>(error: Broken()).async() }
    await #expect(throws: PMKError.self) { try await Promise<Int>(error: PMKError.cancelled).async() }
    #expect(await Guarantee.value(2).async() == 2)
  }

  @Test("async needs no queue: it comes through while conf names one that stands still (34)")
  func asyncWithoutQueue() async throws {
    let still = DispatchQueue(label: "still")
    still.suspend()
    try await withConfiguration {
      $0.Q = (map: still, return: still)
    } _: {
      let value = try await Promise.value(1).async()
      #expect(value == 1)
      #expect(await Guarantee.value(2).async() == 2)
    }
    still.resume()
  }

  /// In the original the awaiting task hangs for good.
  @Test("Who awaits an abandoned promise is told so, with the line that made it (34)")
  func asyncOfAbandoned() async {
    _ = await logged {
      let promise = Promise<Int>.pending(fileID: "Chart/Chart.swift", line: 7).promise
      let error = await #expect(throws: AbandonedError.self) { try await promise.async() }
      #expect(error?.origin?.description == "Chart/Chart.swift:7")
    }
  }

  @Test("Descriptions are the original's, to the letter (35)")
  func descriptions() {
    enum Named: Error { case dummy }
    let (pending, seal) = Promise<Int>.pending()
    #expect("\(pending)" == "Promise(…Int)")
    #expect("\(Promise.value(3))" == "Promise(3)")
    #expect("\(Promise<Int>(error: Named.dummy))" == "Promise(dummy)")
    #expect(pending.debugDescription == "Promise<Int>.pending(handlers: 0)")
    pending.done(on: nil) { _ in }.cauterize()
    #expect(pending.debugDescription == "Promise<Int>.pending(handlers: 1)")
    #expect(Promise<Void>().debugDescription == "Promise<()>.fulfilled(())")
    #expect(Promise<String>(error: Named.dummy).debugDescription == "Promise<String>.rejected(Named.dummy)")
    seal.fulfill(1)
  }
}
