import Errands

/// What an ``Inlet`` has of its upstream and of those for whom it takes values, until either is done with the
/// other.
///
/// An object of its own, for who is to cancel the inlet and must not keep it alive: by an upstream that lets
/// go of its inlet an abandoned subscription is noticed.
@usableFromInline
final class InletConnection<Input, Failure: Error>: Errands.Cancellable, @unchecked Sendable {
  // Sendable: the handlers are touched under the state's lock only, and called by one at a time, as the
  // protocol of subscribers asks for.
  typealias ValueHandler = (Inlet<Input, Failure>, Input) -> Subscribers.Demand
  typealias CompletionHandler = (Subscribers.Completion<Failure>?) -> Void

  let state: Guarded<InletState>
  @exclusivity(unchecked) private var value: ValueHandler?
  @exclusivity(unchecked) private var completion: CompletionHandler?

  init(_ state: InletState, value: @escaping ValueHandler, completion: @escaping CompletionHandler) {
    self.state = Guarded(state)
    self.value = value
    self.completion = completion
  }

  /// Who takes values; nobody behind the end.
  var receiver: ValueHandler? {
    var receiver: ValueHandler?
    state.withLock { _ in receiver = value }
    return receiver
  }

  func request(_ demand: Subscribers.Demand) {
    guard demand > .none else { return }
    state.withLock { $0.request(demand) }?.request(demand)
  }

  @usableFromInline
  func cancel() { end().subscription?.cancel() }

  /// The upstream has let go of its inlet.
  func abandon() {
    let (subscription, _, completion) = end()
    subscription?.cancel()
    completion?(nil)
  }

  /// Ends it: whom to cancel or to tell, and nobody the second time. All of it is handed out, so that it is
  /// freed outside the lock: it may come back here.
  func end() -> (subscription: (any Subscription)?, value: ValueHandler?, completion: CompletionHandler?) {
    var (value, completion): (ValueHandler?, CompletionHandler?) = (nil, nil)
    let subscription = state.withLock { state in
      (value, completion) = (self.value, self.completion)
      (self.value, self.completion) = (nil, nil)
      return state.end()
    }
    return (subscription, value, completion)
  }
}
