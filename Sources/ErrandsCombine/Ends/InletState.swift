/// The end of one subscription to an upstream, as a value: no lock, no side effect.
struct InletState<Input, Failure: Error> {
  /// What is done with what comes in. A handler of values is given the inlet, too, to cancel it.
  struct Handlers {
    let value: (Inlet<Input, Failure>, Input) -> Subscribers.Demand
    let completion: (Subscribers.Completion<Failure>) -> Void
  }

  private enum Phase {
    /// The subscription has not come yet; what has been asked for until then.
    case waiting(Subscribers.Demand)
    case subscribed(any Subscription)
    /// Completed, or cancelled.
    case over
  }

  private var phase: Phase
  private var handlers: Handlers?

  init(_ demand: Subscribers.Demand, _ handlers: Handlers) {
    phase = .waiting(demand)
    self.handlers = handlers
  }

  /// What to ask of the subscription, or nil where it is to be cancelled: it is the second one, or too late.
  mutating func take(_ subscription: any Subscription) -> Subscribers.Demand? {
    guard case .waiting(let demand) = phase else { return nil }
    phase = .subscribed(subscription)
    return demand
  }

  /// Whom to ask; nil where there is nobody, or nobody yet.
  mutating func request(_ demand: Subscribers.Demand) -> (any Subscription)? {
    switch phase {
    case .waiting(let earlier): phase = .waiting(earlier + demand)
    case .subscribed(let subscription): return subscription
    case .over: break
    }
    return nil
  }

  /// Who takes values. Nil behind the end.
  var receiver: Handlers? { handlers }

  /// Ends it: whom to cancel or to tell, and what to let go of. Nothing the second time.
  mutating func end() -> (subscription: (any Subscription)?, handlers: Handlers?) {
    defer { phase = .over }
    guard case .subscribed(let subscription) = phase else { return (nil, handlers.take()) }
    return (subscription, handlers.take())
  }
}
