import Errands

/// An errand as a publisher: one value and the end, or the error.
///
/// It is cold: each subscription runs the errand, at its first demand. Cancelling the subscription cancels
/// the run. Values come on the thread that settles the run, as they do from other publishers; put
/// `receive(on:)` behind it to have them elsewhere.
public struct ErrandPublisher<Value: Sendable>: Publisher, Sendable {
  /// The value of the errand.
  public typealias Output = Value
  /// Also `CancellationError`, where the run is cancelled by its scope, and `AbandonedError`, where its
  /// callback is dropped.
  public typealias Failure = any Error

  /// Runs the errand for the receiver.
  @usableFromInline typealias Start = @Sendable (OutcomeReceiver<Value>) -> Void

  @usableFromInline let start: Start

  @inlinable
  init(start: @escaping Start) {
    self.start = start
  }

  /// Gives the subscriber a subscription, which runs the errand at the first demand.
  public func receive<Downstream: Subscriber>(subscriber: Downstream)
  where Downstream.Input == Value, Downstream.Failure == any Error {
    subscriber.receive(subscription: ErrandSubscription(start, for: subscriber))
  }
}
