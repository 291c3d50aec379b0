import ErrandsPromises
import ErrandsTesting
import Testing

@Suite("Firstly", .timeLimit(.minutes(1)))
struct FirstlyTests {
  @Test("The body is called at once, in the caller (15)")
  @MainActor
  func atOnce() {
    var called = 0
    let promise = firstly { () -> Promise<Int> in
      called += 1
      return .value(called)
    }
    #expect(called == 1)
    #expect(promise.value == 1)
  }

  @Test("What the body throws is the promise's error (15)")
  func throwing() {
    let promise = firstly { () -> Promise<Int> in throw Broken() }
    #expect(promise.error is Broken)
  }

  @Test("A guarantee is handed back as the very same object (16)")
  func sameGuarantee() {
    let guarantee = Guarantee.value(1)
    #expect(firstly { guarantee } === guarantee)
  }

  @Test("Of a promise a new one is made (16)")
  func newPromise() {
    let promise = Promise.value(1)
    let first = firstly { promise }
    #expect(first !== promise)
    #expect(first.value == 1)
  }

  @Test("Cancelling the chain cancels what the body began")
  func cancellation() {
    let downloads = Downloads(1)
    let title = firstly { downloads[0] }.map(on: nil) { "\($0)" }
    title.cancel()
    #expect(downloads.stopped.all == [0])
  }
}
