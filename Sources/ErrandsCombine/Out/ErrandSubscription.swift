import Errands

/// One subscription to an errand, and its run.
final class ErrandSubscription<Downstream: Subscriber>: Subscription, OutcomeReceiver, @unchecked Sendable
where Downstream.Input: Sendable, Downstream.Failure == any Error {
  // Sendable: the subscriber is touched by the one to whom the state, under its lock, has given it.
  private let source: ErrandSource<Downstream.Input>
  private let state = Lock(ErrandSubscriptionState())
  @exclusivity(unchecked) private var downstream: Downstream?

  init(_ source: ErrandSource<Downstream.Input>, for downstream: Downstream) {
    self.source = source
    self.downstream = downstream
  }

  func request(_ demand: Subscribers.Demand) {
    guard demand > .none, state.withLock({ $0.begin() }) else { return }
    if case .ready(let ready) = source, !Trace.isObserved { deliver(ready.value) } else { run() }
  }

  func cancel() {
    let (isOurs, run) = state.withLock { $0.end() }
    if isOurs { downstream = nil }
    run?.cancel()
  }

  func receive(_ outcome: Result<Downstream.Input, any Error>) {
    switch outcome {
    case .success(let value): deliver(value)
    case .failure(let error):
      guard state.withLock({ $0.end() }).isOurs, let downstream = downstream.take() else { return }
      downstream.receive(completion: .failure(error))
    }
  }

  /// Out of the way of the value that is there already: what is generic in here is looked up at run time.
  @inline(never)
  private func run() {
    let receiver: any OutcomeReceiver<Downstream.Input> = self
    let run = source.begin { run in
      run.whenSettled(on: .immediate) { receiver.receive($0) }
    }
    if !state.withLock({ $0.keep(run) }) { run.cancel() }
  }

  private func deliver(_ value: Downstream.Input) {
    guard state.withLock({ $0.deliver() }), let downstream = downstream.take() else { return }
    _ = downstream.receive(value)
    if state.withLock({ $0.finish() }).isTold { downstream.receive(completion: .finished) }
  }
}

/// Who is told the outcome of a run, whatever its subscriber's type: a handler may run anywhere, and not
/// every subscriber's type says that its conformance holds there.
protocol OutcomeReceiver<Value>: AnyObject, Sendable {
  associatedtype Value: Sendable

  func receive(_ outcome: Result<Value, any Error>)
}
