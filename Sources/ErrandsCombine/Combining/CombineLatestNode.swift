import Errands

/// One subscription to the newest values of several publishers.
///
/// Each of them is asked for everything, since the newest value is what counts; where the subscriber asks for
/// less, it is given the newest combination, and not those before it.
final class CombineLatestNode<Downstream: Subscriber>: Subscription, Sendable {
  private let outlet: Outlet<Downstream, CombineLatestState<Downstream.Input>>

  /// - Parameter combination: The newest values together, where there are all of them. Called under the lock that
  ///   guards them.
  init(count: Int, for downstream: Downstream, combination: @escaping () -> Downstream.Input?) {
    outlet = Outlet(downstream, CombineLatestState(count: count, combination))
  }

  /// Where the publisher of this number sends its values to.
  func inlet<Value>(_ number: Int, _ latest: LatestValue<Value>) -> Inlet<Value, Downstream.Failure> {
    let inlet = Inlet<Value, Downstream.Failure>(
      value: { _, value in
        let unused = self.outlet.change { outlet, own in
          let former = latest.replace(with: value)
          own.hear(from: number)
          return (former, own.combination.flatMap { outlet.offer($0, surplus: .replaces) })
        }
        withExtendedLifetime(unused) {}
        return .none
      },
      completion: { self.finish(number, $0) },
      abandoned: { self.finish(number, nil) }
    )
    outlet.withOwn { $0.keep(inlet.connection) }
    return inlet
  }

  func request(_ demand: Subscribers.Demand) {
    guard demand > .none else { return }
    let first = outlet.change { outlet, own in
      outlet.request(demand)
      return own.begin()
    }
    for upstream in first { upstream.request(.unlimited) }
  }

  func cancel() {
    outlet.cancel()
    stop()
  }

  private func finish(_ number: Int, _ completion: Subscribers.Completion<Downstream.Failure>?) {
    let isClosed = outlet.change { outlet, own in
      let (isOver, completion) = own.finish(number, completion)
      if isOver { outlet.finish(completion) }
      return outlet.isClosed
    }
    if isClosed { stop() }
  }

  private func stop() {
    let (upstreams, values) = outlet.withOwn { $0.end() }
    withExtendedLifetime(values) { CallRound.make(Array(upstreams)) { $0.cancel() } }
  }
}
