import Errands
import ErrandsCombine
import ErrandsTesting

/// A subscriber that asks for as much as the test says, and writes down what it is told.
final class Probe<Input: Sendable, Failure: Error>: Subscriber, Sendable {
  let events = Events<String>()
  private let more: @Sendable (Input) -> Subscribers.Demand
  private let slot = Slot()

  /// - Parameter more: How much more to ask for with each value.
  init(more: @escaping @Sendable (Input) -> Subscribers.Demand = { _ in .none }) {
    self.more = more
  }

  func request(_ count: Int) { slot.subscription?.request(.max(count)) }
  func requestAll() { slot.subscription?.request(.unlimited) }
  func cancel() { slot.subscription?.cancel() }
  /// As a well-behaved subscriber does at the end.
  func letGo() { slot.set(nil) }

  func receive(subscription: any Subscription) {
    slot.set(subscription)
    events.record("subscribed")
  }

  func receive(_ input: Input) -> Subscribers.Demand {
    events.record("\(input)")
    return more(input)
  }

  func receive(completion: Subscribers.Completion<Failure>) {
    switch completion {
    case .finished: events.record("finished")
    case .failure(is CancellationError): events.record("cancelled")
    case .failure(is AbandonedError): events.record("abandoned")
    case .failure: events.record("failed")
    }
    letGo()
  }

  private final class Slot: @unchecked Sendable {
    // Sendable: under the lock.
    private let lock = Lock(())
    private var kept: (any Subscription)?

    var subscription: (any Subscription)? {
      lock.withLock { _ in Carried(kept) }.value
    }

    func set(_ subscription: (any Subscription)?) {
      let former = lock.withLock { _ in
        defer { kept = subscription }
        return Carried(kept)
      }
      withExtendedLifetime(former) {}
    }
  }

  private struct Carried: @unchecked Sendable {
    // Sendable: a subscription may be used from any thread.
    let value: (any Subscription)?

    init(_ value: (any Subscription)?) { self.value = value }
  }
}
