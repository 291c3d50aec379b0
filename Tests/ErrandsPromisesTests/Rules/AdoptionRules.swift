import Dispatch
import ErrandsPromises
import ErrandsTesting
import Testing

@Suite("Rules of handlers that answer with promises", .timeLimit(.minutes(1)))
struct AdoptionRules {
  @Test("A then that returns its own promise is broken with returnedSelf (13)")
  func thenReturnsItself() {
    let (start, seal) = Promise<Void>.pending()
    let own = Kept<Promise<Void>>()
    let promise = start.then(on: nil) { () -> Promise<Void> in try required(own.take()) }
    own.set(promise)
    seal.fulfill()
    #expect(promise.error?.isReturnedSelf == true)
  }

  @Test("A recover that returns its own promise is broken with returnedSelf (13)")
  func recoverReturnsItself() {
    let (start, seal) = Promise<Void>.pending()
    let own = Kept<Promise<Void>>()
    let promise = start.recover(on: nil) { _ -> Promise<Void> in try required(own.take()) }
    own.set(promise)
    seal.reject(Broken())
    #expect(promise.error?.isReturnedSelf == true)
  }

  @Test("Returning the promise before is fine (13)")
  func returningTheOneBefore() {
    let first = Promise.value(1)
    #expect(first.then(on: nil) { _ in first }.value == 1)
    let failed = Promise<Int>(error: Broken())
    #expect(failed.recover(on: nil) { _ in failed }.error as? Broken == Broken())
  }

  @Test("then takes over what the returned promise ends with, at once (14)", arguments: [true, false])
  func thenAdopts(isKept: Bool) {
    let (inner, seal) = Promise<Int>.pending()
    let outer = Promise.value(0).then(on: nil) { _ in inner }
    #expect(outer.isPending)
    if isKept { seal.fulfill(1) } else { seal.reject(Broken()) }
    #expect(outer.value == (isKept ? 1 : nil))
    #expect(outer.isRejected == !isKept)
  }

  /// The link once took the end of the handler for the end of the work, and gave the promise up as abandoned.
  @Test(
    "A handler on a queue may return a promise that is resolved much later (14)",
    arguments: [true, false]
  )
  func thenAdoptsLater(isKept: Bool) async throws {
    let (inner, seal) = Promise<Int>.pending()
    let (guarantee, resolve) = Guarantee<Void>.pending()
    let queue = DispatchQueue(label: "handlers")
    let outer = Promise.value(0).then(on: queue) { _ in inner }
    let recovered = Promise<Int>(error: Broken()).recover(on: queue) { _ in inner }
    let ensured = Promise.value(2).ensureThen(on: queue) { guarantee }
    let turned = Guarantee.value(()).then(on: queue) { guarantee }
    queue.sync {}
    #expect([outer.isPending, recovered.isPending, ensured.isPending, turned.isPending].allSatisfy { $0 })
    if isKept { seal.fulfill(1) } else { seal.reject(Broken()) }
    resolve(())
    #expect(outer.value == (isKept ? 1 : nil))
    #expect(recovered.value == (isKept ? 1 : nil))
    #expect(recovered.isRejected == !isKept)
    #expect(turned.isResolved)
    #expect(try await ensured.async() == 2)
  }

  @Test("then takes over a guarantee, and a thenable of somebody else's (14)")
  func thenAdoptsAnything() {
    #expect(Promise.value(1).then(on: nil) { Guarantee.value($0 + 1) }.value == 2)
    #expect(Promise.value(1).then(on: nil) { Foreign($0 + 2) }.value == 3)
  }

  @Test("What is thrown breaks the promise (15)")
  func throwing() {
    let thrown = Broken(number: 15)
    #expect(Promise<Int> { _ in throw thrown }.error as? Broken == thrown)
    let one = Promise.value(1)
    #expect(one.then(on: nil) { _ -> Promise<Int> in throw thrown }.error as? Broken == thrown)
    #expect(one.map(on: nil) { _ -> Int in throw thrown }.error as? Broken == thrown)
    #expect(one.done(on: nil) { _ in throw thrown }.error as? Broken == thrown)
    #expect(one.get(on: nil) { _ in throw thrown }.error as? Broken == thrown)
    #expect(one.compactMap(on: nil) { _ -> Int? in throw thrown }.error as? Broken == thrown)
    let failed = Promise<Int>(error: Broken(number: 1))
    #expect(failed.recover(on: nil) { _ -> Promise<Int> in throw thrown }.error as? Broken == thrown)
  }

  @Test("What is thrown behind a resolution counts for nothing (15)")
  func throwingTooLate() {
    let promise = Promise<Int> { seal in
      seal.fulfill(1)
      throw Broken()
    }
    #expect(promise.value == 1)
  }

  // It was cancelled in Swift's words, and a moment later it would have been in the chain's.
  @Test("What a handler begins while its chain is cancelled is broken with the chain's error")
  func begunTooLate() {
    let (start, inner, chains) = (Promise<Int>.pending(), Promise<Int>.pending(), Kept<Promise<Int>>())
    let chain = start.promise.then(on: nil) { _ in
      chains.take()?.cancel(with: Broken(number: 1))
      return inner.promise
    }
    chains.set(chain)
    start.resolver.fulfill(1)
    #expect(chain.error as? Broken == Broken(number: 1))
    #expect(inner.promise.error as? Broken == Broken(number: 1))
  }

  @Test("A promise keeps its value for whoever comes (17)")
  func keepsItsValue() {
    let promise = Promise.value("here")
    #expect([promise.value, promise.value] == ["here", "here"])
    let heard = Events<String>()
    for _ in 1...2 { promise.done(on: nil) { heard.record($0) }.cauterize() }
    #expect(heard.all == ["here", "here"])
  }

  @Test("A broken promise that nobody looks at goes without a word (17)")
  func silence() async {
    let log = Events<String>()
    await withConfiguration {
      $0.logHandler = { log.record("\($0)") }
    } _: {
      _ = Promise<Int>(error: Broken())
      _ = Promise<Int> { $0.reject(Broken()) }
      _ = Promise<Int>(error: Broken()).map(on: nil) { $0 + 1 }
    }
    #expect(log.all == [])
  }
}

extension Error {
  var isReturnedSelf: Bool {
    if case .returnedSelf? = self as? PMKError { true } else { false }
  }
}

private func required<Value>(_ value: Value?) throws -> Value {
  guard let value else { throw Broken() }
  return value
}

/// A thenable as somebody else would write it.
private final class Foreign: Thenable {
  let result: Result<Int>?

  init(_ value: Int) { result = .fulfilled(value) }

  func pipe(to: @escaping @Sendable (Result<Int>) -> Void) {
    if let result { to(result) }
  }
}
