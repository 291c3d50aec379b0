/// What an errand does when it is run.
@usableFromInline
enum Work<Value: Sendable>: Sendable {
  /// Hands a callback to code that settles it.
  case callback(@Sendable (Callback<Value>) -> Void)
  /// Hands the run to somebody who starts it later, and says so in the trace.
  case deferred(@Sendable (Run<Value>) -> Void)
  /// Runs an asynchronous function in a task of its own.
  case task(@Sendable () async throws -> Value)
  /// The same, with the run's callback to report and to deliver with.
  case reportingTask(@Sendable (Callback<Value>) async throws -> Value)
  /// Nothing: the outcome is there.
  case settled(Settled<Value>)
  /// An operator on another errand.
  case step(Step)
}

/// An outcome that is there before anybody asks; also what one step of a chain hands to the next.
@usableFromInline
final class Settled<Value: Sendable>: SettlementStorage<Result<Value, any Error>>, @unchecked Sendable {
  // Sendable: what is stored does not change.
  @inlinable
  override init(_ outcome: Result<Value, any Error>) {
    super.init(outcome)
  }

  @inlinable
  var outcome: Result<Value, any Error> { stored }
}
