import Errands
import ErrandsPromises
import ErrandsTesting
import Testing

@Suite("recover(only:)", .timeLimit(.minutes(1)))
struct RecoverOnlyTests {
  private struct Busy: Error {}

  private let failed = Promise<Int>(error: Broken(number: 1))

  @Test("goes on in place of the error that equals it, and passes every other one on")
  func byValue() {
    #expect(failed.recover(only: Broken(number: 1), on: nil) { Promise.value($0.number + 1) }.value == 2)
    let other = failed.recover(only: Broken(number: 2), on: nil) { _ in Promise.value(0) }
    #expect(other.error as? Broken == Broken(number: 1))
    #expect(Promise.value(7).recover(only: Broken(), on: nil) { _ in Promise.value(0) }.value == 7)
  }

  @Test("goes on in place of an error of its type, and passes every other one on")
  func byType() {
    #expect(failed.recover(only: Broken.self, on: nil) { Guarantee.value($0.number + 2) }.value == 3)
    #expect(failed.recover(only: Busy.self, on: nil) { _ in Guarantee.value(0) }.isRejected)
  }

  @Test("of a promise of nothing takes the error and goes on, unless the handler throws")
  func void() {
    let failed = self.failed.asVoid()
    #expect(failed.recover(only: Broken(number: 1), on: nil) { _ in }.isFulfilled)
    #expect(failed.recover(only: Broken.self, on: nil) { _ in }.isFulfilled)
    #expect(failed.recover(only: Broken(), on: nil) { _ in }.isRejected)
    let rethrown = failed.recover(only: Broken.self, on: nil) { _ in throw Busy() }
    #expect(rethrown.error is Busy)
  }

  @Test("waits for the promise that its handler answers with, and refuses itself")
  func adopts() {
    let (inner, seal) = Promise<Int>.pending()
    let outer = failed.recover(only: Broken.self, on: nil) { _ in inner }
    #expect(outer.isPending)
    seal.fulfill(4)
    #expect(outer.value == 4)
  }

  @Test("takes a cancellation by type only where the policy says so")
  func cancellations() {
    let cancelled = Promise<Int>(error: PMKError.cancelled)
    #expect(cancelled.recover(only: PMKError.self, on: nil) { _ in Promise.value(0) }.isRejected)
    let admitted = cancelled.recover(only: PMKError.self, on: nil, policy: .allErrors) { _ in Promise.value(1)
    }
    #expect(admitted.value == 1)
  }

  @Test("calls its handler on a dispatcher")
  func dispatchers() async throws {
    let known = KnownQueue("dispatched")
    let on = Delivery.queue(known.queue)
    let byValue = failed.recover(only: Broken(number: 1), on: on) { _ in
      Promise.value(known.isCurrent ? 1 : 0)
    }
    let byType = failed.recover(only: Broken.self, on: on) { _ in Promise.value(known.isCurrent ? 2 : 0) }
    #expect(try await byValue.async() == 1)
    #expect(try await byType.async() == 2)
    try await failed.asVoid().recover(only: Broken(number: 1), on: on) { _ in #expect(known.isCurrent) }
      .async()
    try await failed.asVoid().recover(only: Broken.self, on: on) { _ in #expect(known.isCurrent) }.async()
  }

  @Test("without on: runs on the main actor in Swift 6 mode")
  @MainActor
  func onMainActor() async throws {
    final class Alert { var text = "" }
    let alert = Alert()
    let recovered = failed.recover(only: Broken(number: 1)) { error -> Promise<Int> in
      MainActor.assertIsolated()
      alert.text += "value "
      throw error
    }.recover(only: Broken.self) { error in
      MainActor.assertIsolated()
      alert.text += "type"
      return Promise.value(5)
    }
    #expect(try await recovered.async() == 5)
    #expect(alert.text == "value type")
    let forgiven = failed.asVoid().recover(only: Broken(number: 1)) { error in
      alert.text = "thrown"
      throw error
    }.recover(only: Broken.self) { _ in alert.text += " and forgiven" }
    try await forgiven.async()
    #expect(alert.text == "thrown and forgiven")
  }
}
