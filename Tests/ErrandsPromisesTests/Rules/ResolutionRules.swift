import Dispatch
import ErrandsPromises
import ErrandsTesting
import Testing

@Suite("Rules of resolution", .timeLimit(.minutes(1)))
struct ResolutionRules {
  @Test("The first resolution wins, and later ones do nothing (1)")
  func firstWins() {
    let (kept, keep) = Promise<Int>.pending()
    keep.fulfill(1)
    keep.fulfill(2)
    keep.reject(Broken())
    keep.resolve(.fulfilled(3))
    #expect(kept.value == 1)

    let (broken, breaker) = Promise<Int>.pending()
    breaker.reject(Broken(number: 1))
    breaker.fulfill(2)
    breaker.reject(Broken(number: 2))
    #expect(broken.error as? Broken == Broken(number: 1))

    let (guarantee, resolve) = Guarantee<Int>.pending()
    resolve(1)
    resolve(2)
    #expect(guarantee.value == 1)
  }

  @Test("Of two threads that resolve, one wins, and the handler hears of that one (1)")
  func firstWinsFromAnyThread() async {
    let promises = (0..<RuleSizes.raceRounds).map { _ in Promise<Int>.pending() }
    let heard = Events<Int>()
    for (promise, _) in promises {
      promise.done(on: nil) { heard.record($0) }.catch(on: nil) { _ in heard.record(-1) }
    }
    await race(rounds: RuleSizes.raceRounds) { round in
      promises[round].resolver.fulfill(round)
    } _: { round in
      promises[round].resolver.reject(Broken())
    }
    #expect(heard.count == RuleSizes.raceRounds)
    for (promise, _) in promises { #expect(promise.isResolved) }
    #expect(heard.all.filter { $0 >= 0 }.sorted() == promises.compactMap { $0.promise.value })
  }

  @Test("Handlers run in the order in which they were registered, inside fulfill, on its thread (2)")
  func handlersRunInside() async {
    let (promise, seal) = Promise<Int>.pending()
    let order = Events<Int>()
    let known = KnownQueue("resolving")
    for number in 1...5 {
      promise.done(on: nil) { _ in order.record(known.isCurrent ? number : 0) }.cauterize()
    }
    known.queue.sync { seal.fulfill(7) }
    #expect(order.all == [1, 2, 3, 4, 5])
  }

  @Test("Handlers run outside of the lock: they may ask, register and resolve (2)")
  func handlersRunOutsideTheLock() {
    let (promise, seal) = Promise<Int>.pending()
    let answers = Events<Int?>()
    promise.done(on: nil) { _ in
      answers.record(promise.value)
      seal.fulfill(2)
      promise.done(on: nil) { answers.record($0 * 10) }.cauterize()
    }.cauterize()
    seal.fulfill(1)
    #expect(answers.all == [1, 10])
  }

  @Test("A handler registered inside a running handler runs at once: 1, 1a, 2 (3)")
  func depthFirst() {
    let (promise, seal) = Promise<Void>.pending()
    let order = Events<String>()
    promise.done(on: nil) {
      order.record("1")
      promise.done(on: nil) { order.record("1a") }.cauterize()
      order.record("1 ends")
    }.cauterize()
    promise.done(on: nil) { order.record("2") }.cauterize()
    seal.fulfill()
    #expect(order.all == ["1", "1a", "1 ends", "2"])
  }

  @Test("With a queue, a handler registered inside a running one comes behind those that wait (3)")
  func behindWithAQueue() async throws {
    let (promise, seal) = Promise<Void>.pending()
    let order = Events<String>()
    let queue = DispatchQueue(label: "one by one")
    promise.done(on: queue) {
      order.record("1")
      promise.done(on: queue) { order.record("1a") }.cauterize()
    }.cauterize()
    promise.done(on: queue) { order.record("2") }.cauterize()
    queue.sync { seal.fulfill() }
    _ = try await order.event(3)
    #expect(order.all == ["1", "2", "1a"])
  }

  @Test("What follows from one handler is done before the next handler runs, as by recursion (3)")
  func branchesDepthFirst() {
    let (promise, seal) = Promise<Int>.pending()
    let order = Events<String>()
    for name in ["a", "b"] {
      promise.map(on: nil) { value -> Int in
        order.record("\(name)1")
        return value
      }.done(on: nil) { _ in order.record("\(name)2") }
        .ensure(on: nil) { order.record("\(name)3") }
        .catch(on: nil) { _ in }
        .finally(on: nil) { order.record("\(name)4") }
    }
    seal.fulfill(1)
    #expect(order.all == ["a1", "a2", "a3", "a4", "b1", "b2", "b3", "b4"])
  }

  @Test("A promise fulfilled inside a handler has told its handlers when fulfill returns (3)")
  func nestedFulfil() {
    let (outer, sealOuter) = Promise<Int>.pending()
    let (inner, sealInner) = Promise<Int>.pending()
    let order = Events<String>()
    inner.map(on: nil) { $0 + 1 }.done(on: nil) { order.record("inner \($0)") }.cauterize()
    outer.done(on: nil) { value in
      order.record("before")
      sealInner.fulfill(value)
      order.record("after")
    }.cauterize()
    outer.done(on: nil) { _ in order.record("second") }.cauterize()
    sealOuter.fulfill(1)
    #expect(order.all == ["before", "inner 2", "after", "second"])
  }

  @Test("pipe on a resolved promise calls back in the call itself (4)")
  func pipeIsSynchronous() {
    let heard = Events<Int>()
    Promise.value(1).pipe { heard.record($0.isFulfilled ? 1 : 0) }
    Promise<Int>(error: Broken()).pipe { heard.record($0.isFulfilled ? 0 : 2) }
    Guarantee.value(3).pipe { heard.record($0.isFulfilled ? 3 : 0) }
    #expect(heard.all == [1, 2, 3])
  }

  @Test("on: nil means in the call itself, and the value is there on the next line (6)")
  func nilIsSynchronous() {
    #expect(Promise.value(1).map(on: nil) { $0 + 1 }.value == 2)
    #expect(Promise.value(1).then(on: nil) { Promise.value($0 + 2) }.value == 3)
    #expect(Guarantee.value(1).map(on: nil) { $0 + 3 }.value == 4)
    #expect(Guarantee.value(1).then(on: nil) { Guarantee.value($0 + 4) }.value == 5)
    #expect(Promise<Int>(error: Broken()).recover(on: nil) { _ in Promise.value(6) }.value == 6)
  }

  @Test("Registering from ten threads while one resolves loses no handler (37)")
  func registeringRacesResolving() async {
    for _ in 0..<RuleSizes.raceRounds {
      let (promise, seal) = Promise<Int>.pending()
      let heard = Events<Int>()
      DispatchQueue.concurrentPerform(iterations: 11) { index in
        if index == 5 { seal.fulfill(1) } else { promise.done(on: nil) { heard.record($0) }.cauterize() }
      }
      #expect(heard.count == 10)
    }
  }
}
