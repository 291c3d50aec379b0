/// The errors of the tasks that were to succeed all.
public struct AggregateError: Error, Sendable {
  /// One for each task that failed, in the order in which the tasks were given.
  public let errors: [any Error]
}
