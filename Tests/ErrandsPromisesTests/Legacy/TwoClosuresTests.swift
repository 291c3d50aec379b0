import Errands
import ErrandsPromises
import ErrandsTesting
import Testing

@Suite("A promise made with two closures", .serialized, .timeLimit(.minutes(1)))
struct TwoClosuresTests {
  @Test("One closure fulfils and the other rejects; the first call counts")
  func firstCallCounts() {
    let kept = Promise<Int> { fulfill, reject in
      fulfill(1)
      fulfill(2)
      reject(Broken())
    }
    #expect(kept.value == 1)
    let broken = Promise<Int> { fulfill, reject in
      reject(Broken())
      fulfill(1)
    }
    #expect(broken.error is Broken)
  }

  @Test("What the body throws is the error, unless it has resolved the promise before")
  func throwing() {
    #expect(Promise<Int> { _, _ in throw Broken() }.error is Broken)
    let kept = Promise<Int> { fulfill, _ in
      fulfill(1)
      throw Broken()
    }
    #expect(kept.value == 1)
  }

  @Test("The closures may be called later, from any thread")
  func later() async throws {
    let fulfillment = Kept<@Sendable (Int) -> Void>()
    let promise = Promise<Int> { fulfill, _ in fulfillment.set(fulfill) }
    #expect(promise.isPending)
    await onThread { fulfillment.take()?(3) }
    #expect(promise.value == 3)
  }

  @Test("A body with one parameter is given a resolver, as ever")
  func oneParameter() {
    #expect(Promise<Int> { seal in seal.fulfill(1) }.value == 1)
    #expect(Promise<Int> { $0.fulfill(2) }.value == 2)
    #expect(
      Promise<Int> {
        $0(3); _ = $1
      }.value == 3
    )
    #expect(Promise<Int> { _ in throw Broken() }.error is Broken)
    #expect(Promise(resolver: { (seal: Resolver<Int>) in seal.fulfill(4) }).value == 4)
    #expect(Promise<Int>(resolvers: { fulfill, _ in fulfill(5) }).value == 5)
  }

  @Test("Letting go of both closures abandons the promise: it is logged, and who awaits it is told where")
  func abandoned() async {
    let logged = Events<String>()
    await withConfiguration {
      $0.logHandler = { logged.record("\($0)") }
    } _: {
      let line = UInt(#line + 1)
      let promise = Promise<Int> { _, _ in }
      #expect(promise.isPending)
      do {
        _ = try await promise.async()
        Issue.record("It has a value.")
      } catch {
        #expect("\(error)".contains(":\(line)"))
      }
    }
    #expect(logged.all == ["pendingPromiseDeallocated"])
  }

  @Test("While one of the closures is there the promise is not abandoned")
  func oneIsEnough() {
    let rejection = Kept<@Sendable (any Error) -> Void>()
    let promise = Promise<Int> { _, reject in rejection.set(reject) }
    #expect(promise.isPending)
    rejection.take()?(Broken())
    #expect(promise.error is Broken)
  }
}
