import Errands

/// A state under a lock, where the state holds what cannot say that it is Sendable: subscribers,
/// subscriptions, and what goes through them.
@usableFromInline
struct Guarded<State>: ~Copyable, Sendable {
  /// The state is touched under the lock only. Subscribers and subscriptions that are handed out may be used from any
  /// thread, and are called by one at a time, as their protocols ask for.
  @usableFromInline let lock: Lock<Unchecked<State>>

  @inlinable
  init(_ state: State) {
    lock = Lock(Unchecked(state))
  }

  @inlinable
  borrowing func withLock<Answer>(_ body: (inout State) -> Answer) -> Answer {
    lock.withLock { Unchecked(body(&$0.value)) }.value
  }
}
