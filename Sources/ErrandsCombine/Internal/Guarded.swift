import Errands

/// A state under a lock, where the state holds what cannot say that it is Sendable: subscribers,
/// subscriptions, and what goes through them.
@usableFromInline
struct Guarded<State>: ~Copyable, Sendable {
  /// What crosses the border of the lock.
  @usableFromInline
  struct Carried<Value>: @unchecked Sendable {
    // Sendable: the state is touched under the lock only. Subscribers and subscriptions that are handed out
    // may be used from any thread, and are called by one at a time, as their protocols ask for.
    @usableFromInline var value: Value

    @inlinable
    init(value: Value) { self.value = value }
  }

  @usableFromInline let lock: Lock<Carried<State>>

  @inlinable
  init(_ state: State) {
    lock = Lock(Carried(value: state))
  }

  @inlinable
  borrowing func withLock<Answer>(_ body: (inout State) -> Answer) -> Answer {
    lock.withLock { Carried(value: body(&$0.value)) }.value
  }
}
