import Errands

/// One subscription to what several publishers send.
///
/// Where the subscriber asks for less than everything, each of them is asked for one value, and for the next
/// when that has been delivered: so none is lost, and none waits behind more than one of each of the others.
final class MergeNode<Downstream: Subscriber>: Subscription, Sendable {
  typealias Value = Downstream.Input
  typealias Failure = Downstream.Failure

  private let outlet: Outlet<Downstream, MergeState<Value, Failure>>
  private let count: Int

  init(count: Int, for downstream: Downstream) {
    self.count = count
    outlet = Outlet(downstream, MergeState(count: count))
  }

  /// Where the publishers send their values to. The downstream is told of its subscription first: a publisher
  /// may complete while it is subscribed to.
  func connect(to downstream: Downstream) -> [Inlet<Value, Failure>] {
    let inlets = (0..<count).map { number in
      Inlet<Value, Failure>(
        value: { _, value in
          self.offer(value, from: number)
          return .none
        },
        completion: { self.finish($0) }
      )
    }
    outlet.withOwn { $0.keep(inlets) }
    downstream.receive(subscription: self)
    return inlets
  }

  func request(_ demand: Subscribers.Demand) {
    let (sources, demand) = change { outlet, own in
      outlet.request(demand)
      return own.request(demand)
    }
    for source in sources { source.request(demand) }
  }

  func cancel() {
    outlet.cancel()
    stop()
  }

  private func offer(_ value: Value, from number: Int) {
    let unused = change { outlet, own in
      own.hear(from: number)
      return outlet.offer(value, surplus: .waits)
    }
    withExtendedLifetime(unused) {}
  }

  private func finish(_ completion: Subscribers.Completion<Failure>) {
    let isClosed = change { outlet, own in
      if own.finish() || completion.isFailure { outlet.finish(completion) }
      return outlet.isClosed
    }
    if isClosed { stop() }
  }

  private func stop() {
    for inlet in outlet.withOwn({ $0.end() }) { inlet.cancel() }
  }

  private func change<Answer>(
    _ body: (inout OutletState<Downstream>, inout MergeState<Value, Failure>) -> Answer
  ) -> Answer {
    outlet.change(delivered: { self.outlet.withOwn { $0.delivered() }?.request(.max(1)) }, body)
  }
}
