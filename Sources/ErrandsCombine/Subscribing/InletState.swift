/// The end of one subscription to an upstream, as a value: no lock, no side effect.
///
/// What is done with what comes in is not in here: a state of the same type for every upstream needs no
/// look-ups at run time.
@usableFromInline
struct InletState {
  @usableFromInline
  enum Phase {
    /// The subscription has not come yet; what has been asked for until then.
    case waiting(Subscribers.Demand)
    case subscribed(any Subscription)
    /// Completed, or cancelled.
    case over
  }

  @usableFromInline var phase: Phase

  @inlinable
  init(_ demand: Subscribers.Demand) {
    phase = .waiting(demand)
  }

  /// What to ask of the subscription, or nil where it is to be cancelled: it is the second one, or too late.
  @inlinable
  mutating func take(_ subscription: any Subscription) -> Subscribers.Demand? {
    guard case .waiting(let demand) = phase else { return nil }
    phase = .subscribed(subscription)
    return demand
  }

  /// The subscription to ask; nil where it has not come, or is over.
  @inlinable
  mutating func request(_ demand: Subscribers.Demand) -> (any Subscription)? {
    switch phase {
    case .waiting(let earlier): phase = .waiting(earlier + demand)
    case .subscribed(let subscription): return subscription
    case .over: break
    }
    return nil
  }

  /// Ends it: the subscription to cancel, or to let go of.
  @inlinable
  mutating func end() -> (any Subscription)? {
    defer { phase = .over }
    guard case .subscribed(let subscription) = phase else { return nil }
    return subscription
  }
}
