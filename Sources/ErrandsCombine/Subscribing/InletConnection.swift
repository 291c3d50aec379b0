import Errands

/// What an ``Inlet`` has of its upstream and of the operator for which it takes values, until either is done with
/// the other.
///
/// An object of its own, for an owner that is to cancel the inlet and must not keep it alive: an upstream that lets
/// go of its inlet has abandoned the subscription, which is noticed by the inlet's deinit.
@usableFromInline
final class InletConnection<Input, Failure: Error>: Errands.Cancellable, @unchecked Sendable {
  // Sendable: the handlers are touched under the state's lock only, and called by one at a time, as the
  // protocol of subscribers asks for.
  @usableFromInline typealias ValueHandler = (Inlet<Input, Failure>, Input) -> Subscribers.Demand
  @usableFromInline typealias CompletionHandler = (Subscribers.Completion<Failure>) -> Void
  @usableFromInline typealias AbandonedHandler = () -> Void

  @usableFromInline let state: Guarded<InletState>
  @exclusivity(unchecked) @usableFromInline var value: ValueHandler?
  @exclusivity(unchecked) @usableFromInline var completion: CompletionHandler?
  @exclusivity(unchecked) @usableFromInline var abandoned: AbandonedHandler?

  @inlinable
  init(
    _ state: InletState,
    value: @escaping ValueHandler,
    completion: @escaping CompletionHandler,
    abandoned: AbandonedHandler?
  ) {
    self.state = Guarded(state)
    self.value = value
    self.completion = completion
    self.abandoned = abandoned
  }

  /// The handler of values; nil behind the end.
  @inlinable
  var receiver: ValueHandler? {
    var receiver: ValueHandler?
    state.withLock { _ in receiver = value }
    return receiver
  }

  @inlinable
  func request(_ demand: Subscribers.Demand) {
    guard demand > .none else { return }
    state.withLock { $0.request(demand) }?.request(demand)
  }

  @inlinable
  func cancel() { end().subscription?.cancel() }

  /// The upstream has let go of its inlet.
  @inlinable
  func abandon() {
    let former = end()
    former.subscription?.cancel()
    former.abandoned?()
  }

  /// What the connection held.
  @usableFromInline
  struct Former {
    @usableFromInline var subscription: (any Subscription)?
    @usableFromInline var value: ValueHandler?
    @usableFromInline var completion: CompletionHandler?
    @usableFromInline var abandoned: AbandonedHandler?

    @inlinable
    init() {}
  }

  /// Ends it: what to cancel or to tell, and nothing the second time. All of it is handed out, so that it is
  /// freed outside the lock: it may come back here.
  @inlinable
  func end() -> Former {
    var former = Former()
    state.withLock { state in
      (former.value, former.completion, former.abandoned) = (value, completion, abandoned)
      (value, completion, abandoned) = (nil, nil, nil)
      former.subscription = state.end()
    }
    return former
  }
}
