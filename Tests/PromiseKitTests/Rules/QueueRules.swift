import Dispatch
import PromiseKit
import Testing

@Suite("Rules of default queues in Swift 5 mode", .serialized, .timeLimit(.minutes(1)))
struct QueueRules {
  @Test("A handler without on: never runs before the call that attaches it returns (5)")
  func neverInline() {
    var order: [String] = []
    let finished = DispatchSemaphore(value: 0)
    DispatchQueue.main.async {
      Promise.value(1).done { _ in
        order.append("done")
        finished.signal()
      }.cauterize()
      order.append("attached")
    }
    finished.wait()
    #expect(order == ["attached", "done"])
  }

  @Test("conf.Q = (nil, nil) makes handlers without on: synchronous (6)")
  func noQueues() {
    withConfiguration {
      conf.Q = (nil, nil)
      #expect(Promise.value(1).map { $0 + 1 }.value == 2)
      #expect(Promise.value(1).then { Promise.value($0 + 2) }.value == 3)
      #expect(Guarantee.value(1).map { $0 + 3 }.value == 4)
      var heard: [String] = []
      Promise<Int>(error: StoreError.refused).done { _ in heard.append("done") }
        .ensure { heard.append("ensure") }
        .catch { _ in heard.append("catch") }
        .finally { heard.append("finally") }
      #expect(heard == ["ensure", "catch", "finally"])
    }
  }

  @Test("then, map, compactMap, recover and tap use the queue for maps; the others that for returns (8)")
  func whichQueue() throws {
    let maps = KnownQueue("maps")
    let returns = KnownQueue("returns")
    var heard: [String: Bool] = [:]
    let end = withConfiguration { () -> Promise<Void> in
      conf.Q = (map: maps.queue, return: returns.queue)
      return Promise.value(1).then { value -> Promise<Int> in
        heard["then"] = maps.isCurrent
        return .value(value)
      }.map { value -> Int in
        heard["map"] = maps.isCurrent
        return value
      }.compactMap { value -> Int? in
        heard["compactMap"] = maps.isCurrent
        return value
      }.tap { _ in
        heard["tap"] = maps.isCurrent
      }.get { _ in
        heard["get"] = returns.isCurrent
      }.ensure {
        heard["ensure"] = returns.isCurrent
      }.ensureThen {
        heard["ensureThen"] = returns.isCurrent
        return Guarantee.value
      }.done { _ in
        heard["done"] = returns.isCurrent
        throw StoreError.refused
      }.recover { error -> Promise<Void> in
        heard["recover"] = maps.isCurrent
        throw error
      }
    }
    #expect(throws: StoreError.refused) { try end.wait() }
    #expect(heard.count == 9)
    #expect(heard.filter { !$0.value }.isEmpty)
  }

  @Test("catch and finally use the queue for returns; a guarantee's operators as a promise's (8)")
  func whichQueueAtTheEnd() {
    let maps = KnownQueue("maps")
    let returns = KnownQueue("returns")
    var heard: [Bool] = []
    let finished = DispatchSemaphore(value: 0)
    withConfiguration {
      conf.Q = (map: maps.queue, return: returns.queue)
      Promise<Int>(error: StoreError.refused).catch { _ in heard.append(returns.isCurrent) }.finally {
        heard.append(returns.isCurrent)
        finished.signal()
      }
      finished.wait()
      Guarantee.value(1).map { value -> Int in
        heard.append(maps.isCurrent)
        return value
      }.then { value -> Guarantee<Int> in
        heard.append(maps.isCurrent)
        return .value(value)
      }.get { _ in
        heard.append(returns.isCurrent)
      }.done { _ in
        heard.append(returns.isCurrent)
        finished.signal()
      }
    }
    finished.wait()
    #expect(heard == Array(repeating: true, count: 6))
  }

  @Test("conf is read when the operator is called, not when the promise resolves (9)")
  func readAtTheCall() throws {
    let atTheCall = KnownQueue("at the call")
    let (promise, seal) = Promise<Int>.pending()
    let later = withConfiguration { () -> Promise<Bool> in
      conf.Q.map = atTheCall.queue
      return promise.map { _ in atTheCall.isCurrent }
    }
    seal.fulfill(1)
    #expect(try later.wait())
  }

  @Test("conf.Q.map = .global() takes maps off the main thread, and leaves the others there (9)")
  func oneQueueSet() throws {
    try withConfiguration {
      conf.Q.map = .global()
      var isOnMain = false
      let end = Promise.value(1).map { value -> Int in
        dispatchPrecondition(condition: .notOnQueue(.main))
        return value
      }.done { _ in
        dispatchPrecondition(condition: .onQueue(.main))
        isOnMain = true
      }
      try end.wait()
      #expect(isOnMain)
    }
  }

  @Test("Queue and flags in the spellings of existing code (7, 8)")
  func spellings() throws {
    let concurrent = DispatchQueue(label: "concurrent", attributes: .concurrent)
    let optional: DispatchQueue? = concurrent
    let end = Promise.value(1)
      .map(on: .global()) { $0 + 1 }
      .map(on: nil) { $0 + 1 }
      .map(on: .main) { $0 + 1 }
      .map(on: concurrent) { $0 + 1 }
      .map(on: optional) { $0 + 1 }
      .map(on: DispatchQueue.global(qos: .utility)) { $0 + 1 }
      .map(on: concurrent, flags: .barrier) { value -> Int in
        dispatchPrecondition(condition: .onQueueAsBarrier(concurrent))
        return value
      }
    #expect(try end.wait() == 7)
  }

  @Test("A rejection passes handlers without on: at once (10)")
  func rejectionSkips() {
    let failed = Promise<Int>(error: StoreError.refused)
    #expect(failed.then { Promise.value($0) }.map { $0 }.done { _ in }.isRejected)
    #expect(Promise.value(1).recover { _ in Promise.value(2) }.value == 1)
  }

  @Test("tap and ensure without on: are later for either outcome, and pass it on (11, 41)")
  func notSkipped() throws {
    let failed = Promise<Int>(error: StoreError.refused)
    var tapped = false
    let tap = failed.tap { tapped = !$0.isFulfilled }
    #expect(throws: StoreError.refused) { try tap.wait() }
    #expect(tapped)
    #expect(try Promise.value(1).tap { _ in }.ensure {}.wait() == 1)
  }
}
