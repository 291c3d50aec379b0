import Errands

/// One subscription to a publisher whose values are transformed by asynchronous functions.
///
/// As many values are asked for as may be transformed at the same time, and one more for each result that has
/// been delivered: so no more than that are ever under way or wait for the subscriber.
final class AsyncMapNode<Input: Sendable, Downstream: Subscriber>: Subscription, AsyncMapReceiver
where Downstream.Input: Sendable {
  typealias Output = Downstream.Input
  typealias Failure = Downstream.Failure
  typealias Transform = @Sendable (Input) async -> Result<Output, Failure>

  private let transform: Transform
  private let outlet: Outlet<Downstream, AsyncMapState<Input, Output, Failure>>

  init(limit: Int, isOrdered: Bool, for downstream: Downstream, _ transform: @escaping Transform) {
    precondition(limit > 0, "the limit of transformations at the same time must be more than zero")
    self.transform = transform
    outlet = Outlet(downstream, AsyncMapState(limit: limit, isOrdered: isOrdered))
  }

  /// The downstream is told of its subscription first: a publisher may complete while it is subscribed to.
  func connect<P: Publisher>(_ publisher: P, to downstream: Downstream)
  where P.Output == Input, P.Failure == Failure {
    let inlet = Inlet<Input, Failure>(
      value: { _, input in
        self.start(input)
        return .none
      },
      completion: { self.finishUpstream($0) },
      abandoned: { self.finishUpstream(nil) }
    )
    outlet.withOwn { $0.keep(inlet.connection) }
    downstream.receive(subscription: self)
    publisher.subscribe(inlet)
  }

  func request(_ demand: Subscribers.Demand) {
    guard demand > .none else { return }
    let first = change { outlet, own in
      outlet.request(demand)
      return own.begin()
    }
    if let (upstream, demand) = first { upstream.request(demand) }
  }

  func cancel() {
    outlet.cancel()
    stop()
  }

  func finish(_ number: Int, _ outcome: Result<Output, Failure>) {
    let (isClosed, unused) = change { outlet, own in
      let (ready, task) = own.finish(number, outcome)
      var unused: [Output?] = []
      for outcome in ready {
        switch outcome {
        case .success(let output): unused.append(outlet.offer(output, surplus: .waits))
        case .failure(let error): outlet.finish(.failure(error), inTurn: own.isOrdered)
        }
      }
      if own.ending.isOver { outlet.finish(own.ending.completion) }
      return (outlet.isClosed, (unused, task))
    }
    withExtendedLifetime(unused) {}
    if isClosed { stop() }
  }

  private func start(_ input: Input) {
    guard let number = outlet.withOwn({ $0.start() }) else { return }
    let receiver: any AsyncMapReceiver<Output, Failure> = self
    let task = Task { [transform] in receiver.finish(number, await transform(input)) }
    if !outlet.withOwn({ $0.keep(task, number: number) }) { task.cancel() }
  }

  private func finishUpstream(_ completion: Subscribers.Completion<Failure>?) {
    let isClosed = change { outlet, own in
      own.finishUpstream(completion)
      if own.ending.isOver { outlet.finish(own.ending.completion) }
      return outlet.isClosed
    }
    if isClosed { stop() }
  }

  private func stop() {
    CallRound.make(outlet.withOwn { $0.end() }.parts) { $0.cancel() }
  }

  private func change<Answer>(
    _ body: (
      inout OutletState<Downstream>, inout AsyncMapState<Input, Output, Failure>
    ) -> Answer
  ) -> Answer {
    outlet.change(delivered: { _ in self.outlet.withOwn { $0.source }?.request(.max(1)) }, body)
  }
}

/// Takes the results of transformations, whatever its subscriber's type: a task may run anywhere, and not every
/// subscriber's type says that its conformance holds there.
protocol AsyncMapReceiver<Output, Failure>: AnyObject, Sendable {
  associatedtype Output: Sendable
  associatedtype Failure: Error

  func finish(_ number: Int, _ outcome: Result<Output, Failure>)
}
