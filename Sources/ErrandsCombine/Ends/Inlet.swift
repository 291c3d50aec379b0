import Errands

/// A subscriber that takes what an upstream sends, until it completes or is cancelled: from any thread, in
/// any order, any number of times.
///
/// Nothing is passed on behind the end; and what was to be done with it is let go of there, so that a
/// subscription that somebody keeps for longer keeps nothing else alive.
final class Inlet<Input, Failure: Error>: Subscriber, CombineCancellable, Errands.Cancellable, Sendable {
  private let state: Guarded<InletState<Input, Failure>>

  /// - Parameter demand: What to ask for as soon as there is somebody to ask.
  init(
    demand: Subscribers.Demand = .none,
    value: @escaping (Inlet, Input) -> Subscribers.Demand,
    completion: @escaping (Subscribers.Completion<Failure>) -> Void
  ) {
    state = Guarded(InletState(demand, InletState.Handlers(value: value, completion: completion)))
  }

  /// An upstream that lets go of its subscriber is done with it, whether it has said so or not.
  deinit { cancel() }

  func request(_ demand: Subscribers.Demand) {
    guard demand > .none else { return }
    state.withLock { $0.request(demand) }?.request(demand)
  }

  func cancel() {
    // Freed and cancelled outside the lock: either may come back here.
    state.withLock { $0.end() }.subscription?.cancel()
  }

  func receive(subscription: any Subscription) {
    guard let demand = state.withLock({ $0.take(subscription) }) else { return subscription.cancel() }
    if demand > .none { subscription.request(demand) }
  }

  func receive(_ input: Input) -> Subscribers.Demand {
    state.withLock { $0.receiver }?.value(self, input) ?? .none
  }

  func receive(completion: Subscribers.Completion<Failure>) {
    state.withLock { $0.end() }.handlers?.completion(completion)
  }
}
