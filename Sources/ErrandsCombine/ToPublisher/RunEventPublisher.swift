public import Errands

/// What a run tells, as a publisher: reports of progress, then the outcome, once and last.
///
/// It is cold: each subscription runs the errand, at its first demand. Cancelling the subscription cancels the run. A
/// subscriber that asks for events one by one gets the newest progress and no backlog, and the outcome in any case.
public struct RunEventPublisher<Value: Sendable>: Publisher, Sendable {
  /// A report of progress, or the outcome.
  public typealias Output = RunEvent<Value>
  /// It does not fail: an error of the run is an outcome, and thus its last event.
  public typealias Failure = Never

  let errand: Errand<Value>
  let scope: ScopeReference?
  let delivery: Delivery

  /// Gives the subscriber a subscription, which runs the errand at the first demand.
  public func receive<Downstream: Subscriber>(subscriber: Downstream)
  where Downstream.Input == RunEvent<Value>, Downstream.Failure == Never {
    subscriber.receive(subscription: RunEventSubscription(self, for: subscriber))
  }
}
