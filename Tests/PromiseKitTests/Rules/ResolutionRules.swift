import Dispatch
import Foundation
import PromiseKit
import Testing

@Suite("Rules of resolution in Swift 5 mode", .serialized, .timeLimit(.minutes(1)))
struct ResolutionRules {
  @Test("The first resolution wins (1)")
  func firstWins() {
    let (promise, seal) = Promise<Article>.pending()
    let article = Article("first")
    seal.fulfill(article)
    seal.fulfill(Article("second"))
    seal.reject(StoreError.refused)
    #expect(promise.value === article)
  }

  @Test("Order is by recursion: 1, 1a, 2 (2, 3)")
  func depthFirst() {
    let (promise, seal) = Promise<Int>.pending()
    var order: [String] = []
    promise.done(on: nil) { _ in
      order.append("1")
      promise.done(on: nil) { _ in order.append("1a") }.cauterize()
    }.cauterize()
    promise.done(on: nil) { _ in order.append("2") }.cauterize()
    seal.fulfill(1)
    #expect(order == ["1", "1a", "2"])
  }

  @Test("A promise fulfilled inside a handler is done with when fulfill returns (3)")
  func nestedFulfil() {
    let (outer, sealOuter) = Promise<Int>.pending()
    let (inner, sealInner) = Promise<Int>.pending()
    var order: [String] = []
    inner.done(on: nil) { order.append("inner \($0)") }.cauterize()
    outer.done(on: nil) {
      sealInner.fulfill($0)
      order.append("outer")
    }.cauterize()
    sealOuter.fulfill(1)
    #expect(order == ["inner 1", "outer"])
  }

  @Test("pipe calls back in the call itself where there is a result (4)")
  func pipe() {
    var heard: Result<Int>?
    Promise.value(1).pipe { heard = $0 }
    #expect(heard?.isFulfilled == true)
    Guarantee.value(2).pipe(to: { heard = $0 })
    if case .fulfilled(let value)? = heard { #expect(value == 2) } else { Issue.record("no value") }
  }

  @Test("A handler that returns its own promise breaks it (13)")
  func returnedSelf() {
    var own: Promise<Void>?
    let (start, seal) = Promise<Void>.pending()
    own = start.then(on: nil) { own ?? Promise() }
    seal.fulfill_()
    guard case PMKError.returnedSelf? = own?.error else {
      Issue.record("not returnedSelf: \(String(describing: own))")
      return
    }
  }

  @Test("What a closure throws breaks the promise; what it returns is adopted at once (14, 15)")
  func throwing() {
    let body = { (seal: Resolver<Int>) throws -> Void in throw StoreError.refused }
    #expect(Promise<Int>(resolver: body).isRejected)
    #expect(Promise.value(1).map(on: nil) { _ -> Int in throw StoreError.refused }.isRejected)
    let (inner, seal) = Promise<Int>.pending()
    let outer = Promise.value(0).then(on: nil) { _ in inner }
    seal.fulfill(3)
    #expect(outer.value == 3)
  }

  @Test("A resolver that goes uncalled is logged, and a hidden guarantee with it (30, 31)")
  func logging() {
    var log: [String] = []
    withConfiguration {
      conf.logHandler = { log.append("\($0)") }
      do {
        let (promise, _) = Promise<Int>.pending()
        promise.done(on: nil) { _ in }.catch(on: nil) { _ in }
      }
      _ = Promise<Int>(error: StoreError.refused)
    }
    #expect(log.sorted() == ["pendingGuaranteeDeallocated", "pendingPromiseDeallocated"])
  }

  @Test("Descriptions are the original's (35)")
  func descriptions() {
    let (pending, seal) = Promise<Int>.pending()
    #expect("\(pending)" == "Promise(…Int)")
    #expect("\(Promise.value(3))" == "Promise(3)")
    #expect("\(Promise<Int>(error: StoreError.refused))" == "Promise(refused)")
    #expect(pending.debugDescription == "Promise<Int>.pending(handlers: 0)")
    #expect(Promise<Void>().debugDescription == "Promise<()>.fulfilled(())")
    seal.fulfill(1)
  }

  @Test("A chain of links written without on: is as long as one likes (36)")
  func depth() {
    withConfiguration {
      conf.Q = (nil, nil)
      let (start, seal) = Promise<Int>.pending()
      var end = start
      for _ in 0..<20_000 { end = end.map { $0 + 1 } }
      let finished = DispatchSemaphore(value: 0)
      let thread = Thread {
        seal.fulfill(0)
        finished.signal()
      }
      thread.stackSize = 512 * 1024
      thread.start()
      finished.wait()
      #expect(end.value == 20_000)
    }
  }

  @Test("Registering from ten threads while one resolves loses no handler (37)")
  func threads() {
    for _ in 0..<200 {
      let (promise, seal) = Promise<Int>.pending()
      let lock = NSLock()
      var heard = 0
      DispatchQueue.concurrentPerform(iterations: 11) { index in
        guard index != 5 else { return seal.fulfill(1) }
        promise.done(on: nil) { value in
          lock.lock()
          heard += value
          lock.unlock()
        }.cauterize()
      }
      #expect(heard == 10)
    }
  }
}
