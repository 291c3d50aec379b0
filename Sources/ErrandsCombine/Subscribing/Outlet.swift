import Errands

/// Gives values to a subscriber: in order, one at a time, and no more than it has asked for.
///
/// It guards the state of the operator around it, too: what is decided together with an offer is decided in
/// one step with it, or two threads could decide in one order and offer in the other.
final class Outlet<Downstream: Subscriber, Own>: Sendable {
  private struct State {
    var outlet: OutletState<Downstream>
    var own: Own
  }

  private let state: Guarded<State>

  init(_ downstream: Downstream, _ own: Own) {
    state = Guarded(State(outlet: OutletState(downstream), own: own))
  }

  /// Changes what waits or the operator's state, and then delivers what may be delivered. What the change has no use
  /// for is to be its answer, so that it is freed outside the lock.
  ///
  /// - Parameter delivered: Called behind each value that has been given away, with what the subscriber has asked
  ///   for in return; the same in every call.
  @discardableResult
  func change<Answer>(
    delivered: (Subscribers.Demand) -> Void = { _ in },
    _ body: (inout OutletState<Downstream>, inout Own) -> Answer
  ) -> Answer {
    let answer = prepare(body)
    deliver(delivered)
    return answer
  }

  /// As ``change(delivered:_:)``, without a delivery: for a node that calls the subscriber on another thread.
  func prepare<Answer>(_ body: (inout OutletState<Downstream>, inout Own) -> Answer) -> Answer {
    state.withLock { body(&$0.outlet, &$0.own) }
  }

  /// The operator's own state, without a delivery.
  func withOwn<Answer>(_ body: (inout Own) -> Answer) -> Answer {
    state.withLock { body(&$0.own) }
  }

  func cancel() {
    // Freed outside the lock: it may come back here.
    _ = state.withLock { $0.outlet.cancel() }
  }

  /// No completion will come, unless one has: the subscriber is let go of.
  func abandon() {
    change { outlet, _ in outlet.finish(nil) }
  }

  private func deliver(_ delivered: (Subscribers.Demand) -> Void) {
    guard state.withLock({ $0.outlet.begin() }) else { return }
    while true {
      switch state.withLock({ $0.outlet.next() }) {
      case .value(let value, let downstream):
        let more = downstream.receive(value)
        if more > .none { state.withLock { $0.outlet.request(more) } }
        delivered(more)
      case .completion(let completion, let downstream, _): downstream.receive(completion: completion)
      case .silence: break
      case .nothing: return
      }
    }
  }
}
