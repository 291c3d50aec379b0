import Errands

/// One subscription to an errand, and its run.
final class ErrandSubscription<Value: Sendable, Downstream: Subscriber>: OutcomeReceiver<Value>, Subscription,
  @unchecked Sendable
where Downstream.Input == Value, Downstream.Failure == any Error {
  // Sendable: the subscriber is touched by the thread to which the state, under its lock, has given it.
  private let state = Lock(ErrandSubscriptionState())
  private let start: ErrandPublisher<Value>.Start
  /// Where the subscriber lies until the state gives it away. Not an optional, whose type is looked up at run
  /// time when it is made, emptied and let go of: a tenth of what a subscription took.
  private let downstream: UnsafeMutablePointer<Downstream>

  init(_ start: @escaping ErrandPublisher<Value>.Start, for downstream: Downstream) {
    self.start = start
    self.downstream = .allocate(capacity: 1)
    self.downstream.initialize(to: downstream)
  }

  deinit {
    if state.withLock({ $0.end() }).isOurs { downstream.deinitialize(count: 1) }
    downstream.deallocate()
  }

  func request(_ demand: Subscribers.Demand) {
    if demand > .none, state.withLock({ $0.begin() }) { start(self) }
  }

  override func keep(_ run: AnyRun) {
    if !state.withLock({ $0.keep(run) }) { run.cancel() }
  }

  func cancel() {
    let (isOurs, run) = state.withLock { $0.end() }
    if isOurs { downstream.deinitialize(count: 1) }
    run?.cancel()
  }

  override func receive(_ value: Value) {
    guard state.withLock({ $0.deliver() }) else { return }
    let downstream = downstream.move()
    _ = downstream.receive(value)
    if state.withLock({ $0.finish() }).isTold { downstream.receive(completion: .finished) }
  }

  override func fail(_ error: any Error) {
    guard state.withLock({ $0.end() }).isOurs else { return }
    downstream.move().receive(completion: .failure(error))
  }
}
