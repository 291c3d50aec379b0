import Errands
import ErrandsPromises
import ErrandsTesting
import Testing

@Suite("catch(only:)", .timeLimit(.minutes(1)))
struct CatchOnlyTests {
  private struct Busy: Error {}

  /// What a cascade of handlers hears of an error.
  private func heard(_ error: (any Error)?) -> [String] {
    let heard = Events<String>()
    let start = error.map { Promise<Int>(error: $0) } ?? .value(1)
    start
      .catch(only: Broken(number: 1), on: nil) { heard.record("exactly \($0.number)") }
      .catch(only: Broken.self, on: nil) { heard.record("broken \($0.number)") }
      .catch(on: nil) { _ in heard.record("other") }
      .finally(on: nil) { heard.record("finally") }
    return heard.all
  }

  @Test("takes the error that equals it, one of its type, or leaves it to the next")
  func cascade() {
    #expect(heard(Broken(number: 1)) == ["exactly 1", "finally"])
    #expect(heard(Broken(number: 2)) == ["broken 2", "finally"])
    #expect(heard(Busy()) == ["other", "finally"])
    #expect(heard(PMKError.cancelled) == ["finally"])
    #expect(heard(nil) == ["finally"])
  }

  private struct Left: CancellableError, Equatable {
    var isCancelled: Bool { true }
  }

  @Test("takes a cancellation by name; by type only where the policy says so")
  func cancellations() {
    let heard = Events<String>()
    let left = Promise<Int>(error: Left())
    left.catch(only: Left(), on: nil) { _ in heard.record("name") }.cauterize()
    left.catch(only: Left.self, on: nil) { _ in heard.record("type") }.cauterize()
    left.catch(only: Left.self, on: nil, policy: .allErrors) { _ in heard.record("policy") }.cauterize()
    #expect(heard.all == ["name", "policy"])
  }

  @Test("by the type of all errors takes whatever there is, and not the end of an abandoned promise")
  func anyError() {
    let heard = Events<Int>()
    Promise<Int>(error: Busy()).catch(only: (any Error).self, on: nil) { _ in heard.record(1) }.cauterize()
    #expect(heard.count == 1)
    do {
      let (promise, resolver) = Promise<Int>.pending()
      promise.catch(only: (any Error).self, on: nil) { _ in heard.record(2) }
        .finally(on: nil) { heard.record(3) }
      withExtendedLifetime(resolver) {}
    }
    #expect(heard.count == 1)
  }

  @Test("has an end that finally waits for, whether the error was handled or not")
  func finally() {
    let heard = Events<String>()
    Promise<Int>(error: Busy()).catch(only: Broken.self, on: nil) { _ in heard.record("broken") }
      .finally(on: nil) { heard.record("finally") }
    Promise<Int>(error: Broken()).catch(only: Broken.self, on: nil) { _ in heard.record("broken") }
      .finally(on: CurrentThreadDispatcher()) { heard.record("finally") }
    #expect(heard.all == ["finally", "broken", "finally"])
  }

  @Test("waits for its handler before the end is there")
  func waits() async throws {
    let works = Events<@Sendable () -> Void>()
    let on = Delivery { work in works.record(work) }
    let end = Promise<Int>(error: Broken()).catch(only: Broken(), on: on) { _ in }
    let other = Promise<Int>(error: Broken()).catch(only: Broken.self, on: on) { _ in }
    #expect(end.isPending && other.isPending)
    works.all.forEach { $0() }
    #expect(end.isFulfilled && other.isFulfilled)
  }

  @Test("cancels the chain that it stands behind")
  func cancel() {
    let stopped = Events<Int>()
    let (promise, seal) = Promise<Int>.pending()
    seal.onCancel { stopped.record(1) }
    promise.map(on: nil) { $0 }.catch(only: Broken.self, on: nil) { _ in }.cancel()
    #expect(stopped.count == 1)
    #expect(promise.error?.isCancelled == true)
  }

  // Cancelled from the end, the cascade was settled before its handler was asked, and both handlers were called.
  @Test("takes a cancellation from the next, whichever end it comes from", arguments: [true, false])
  func takesCancellation(fromTheEnd: Bool) {
    let heard = Events<String>()
    let (promise, seal) = Promise<Int>.pending()
    let end = promise.catch(only: PMKError.self, on: nil, policy: .allErrors) { _ in heard.record("first") }
      .catch(on: nil, policy: .allErrors) { _ in heard.record("second") }
    end.finally(on: nil) { heard.record("finally") }
    if fromTheEnd { end.cancel() } else { promise.cancel() }
    #expect(promise.isCancelled)
    #expect(heard.all == ["first", "finally"])
    seal.fulfill(1)
  }

  @Test("leaves a cancellation that it is not for to the next, one of a scope, too")
  func leavesCancellation() {
    let (heard, scope) = (Events<String>(), Scope())
    let (promise, seal) = Promise<Int>.pending()
    let cascade = promise.catch(only: Broken.self, on: nil, policy: .allErrors) { _ in heard.record("first") }
    cascade.catch(on: nil, policy: .allErrors) { _ in heard.record("second") }
    cascade.tied(to: scope)
    scope.cancel()
    #expect(promise.isCancelled && heard.all == ["second"])
    seal.fulfill(1)
  }

  // The error of a screen that had been left was shown: it was on its way to the main queue then.
  @Test("is not called on a queue that it comes to behind the cancellation; the next one hears of that")
  func onTheWay() {
    let (works, heard) = (Events<@Sendable () -> Void>(), Events<String>())
    let on = Delivery { work in works.record(work) }
    let end = Promise<Int>(error: Broken()).catch(only: Broken.self, on: on) { _ in heard.record("first") }
      .catch(on: nil, policy: .allErrors) { heard.record($0.isCancelled ? "cancelled" : "second") }
    end.cancel()
    for work in works.all { work() }
    #expect(heard.all == ["cancelled"])
  }

  @Test("can stand in a cascade of any length, which is cancelled on a small stack")
  func longCascade() async {
    let stopped = Events<Int>()
    await onThread {
      let (promise, seal) = Promise<Int>.pending()
      seal.onCancel { stopped.record(1) }
      var end = promise.catch(only: Broken.self, on: nil) { _ in }
      for _ in 0..<RuleSizes.chain { end = end.catch(only: Broken.self, on: nil) { _ in } }
      end.cancel()
      #expect(end.error?.isCancelled == true)
      withExtendedLifetime(seal) {}
    }
    #expect(stopped.count == 1)
  }

  @Test("without on: runs on the main actor in Swift 6 mode")
  @MainActor
  func onMainActor() async throws {
    final class Alert { var text = "" }
    let alert = Alert()
    let heard = Events<String>()
    Promise<Int>(error: Broken(number: 1)).catch(only: Broken(number: 1)) {
      MainActor.assertIsolated()
      alert.text = "exactly \($0.number)"
    }.finally { heard.record(alert.text) }
    #expect(try await heard.event(1) == "exactly 1")
    Promise<Int>(error: Broken(number: 2)).catch(only: Broken.self) {
      MainActor.assertIsolated()
      alert.text = "broken \($0.number)"
    }.cauterize().finally { heard.record(alert.text) }
    #expect(try await heard.event(2) == "broken 2")
  }
}
