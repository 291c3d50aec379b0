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

  private init(count: Int, for downstream: Downstream) {
    self.count = count
    outlet = Outlet(downstream, MergeState(count: count))
  }

  /// Subscribes to all of them, in their order.
  static func merge(_ publishers: [any Publisher<Value, Failure>], into downstream: Downstream) {
    let inlets = MergeNode(count: publishers.count, for: downstream).connect(to: downstream)
    for (publisher, inlet) in Swift.zip(publishers, inlets) { publisher.subscribe(inlet) }
  }

  /// Where the publishers send their values to. The downstream is told of its subscription first: a publisher
  /// may complete while it is subscribed to.
  private func connect(to downstream: Downstream) -> [Inlet<Value, Failure>] {
    let inlets = (0..<count).map { number in
      Inlet<Value, Failure>(
        value: { _, value in
          self.offer(value, from: number)
          return .none
        },
        completion: { self.finish($0) },
        abandoned: { self.finish(nil) }
      )
    }
    outlet.withOwn { $0.keep(inlets.map(\.connection)) }
    downstream.receive(subscription: self)
    return inlets
  }

  func request(_ demand: Subscribers.Demand) {
    guard demand > .none else { return }
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

  private func finish(_ completion: Subscribers.Completion<Failure>?) {
    let isClosed = change { outlet, own in
      let (isOver, completion) = own.finish(completion)
      if isOver { outlet.finish(completion) }
      return outlet.isClosed
    }
    if isClosed { stop() }
  }

  private func stop() {
    CallRound.make(Array(outlet.withOwn { $0.end() })) { $0.cancel() }
  }

  private func change<Answer>(
    _ body: (inout OutletState<Downstream>, inout MergeState<Value, Failure>) -> Answer
  ) -> Answer {
    outlet.change(delivered: { _ in self.outlet.withOwn { $0.delivered() }?.request(.max(1)) }, body)
  }
}
