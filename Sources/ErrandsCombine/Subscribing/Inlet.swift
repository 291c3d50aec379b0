import Errands

/// A subscriber that takes what an upstream sends, until it completes or is cancelled: from any thread, in
/// any order, any number of times.
///
/// Nothing is passed on behind the end; and what was to be done with it is let go of there, so that a
/// subscription that is kept for longer keeps nothing else alive.
@usableFromInline
final class Inlet<Input, Failure: Error>: Subscriber, CombineCancellable, Errands.Cancellable, Sendable {
  @usableFromInline let connection: InletConnection<Input, Failure>

  /// - Parameters:
  ///   - demand: What to ask for as soon as the subscription has come.
  ///   - completion: Called once, unless it is cancelled.
  ///   - abandoned: Called instead, where the upstream lets go of it without a word.
  @inlinable
  init(
    demand: Subscribers.Demand = .none,
    value: @escaping (Inlet, Input) -> Subscribers.Demand,
    completion: @escaping (Subscribers.Completion<Failure>) -> Void,
    abandoned: (() -> Void)? = nil
  ) {
    connection = InletConnection(
      InletState(demand),
      value: value,
      completion: completion,
      abandoned: abandoned
    )
  }

  /// An upstream that lets go of its subscriber is done with it, whether it has said so or not.
  @inlinable
  deinit { connection.abandon() }

  @inlinable
  func cancel() { connection.cancel() }

  @inlinable
  func receive(subscription: any Subscription) {
    guard let demand = connection.state.withLock({ $0.take(subscription) }) else {
      return subscription.cancel()
    }
    if demand > .none { subscription.request(demand) }
  }

  @inlinable
  func receive(_ input: Input) -> Subscribers.Demand {
    connection.receiver?(self, input) ?? .none
  }

  @inlinable
  func receive(completion: Subscribers.Completion<Failure>) {
    connection.end().completion?(completion)
  }
}
