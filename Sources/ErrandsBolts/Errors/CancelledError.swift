/// Thrown by a closure that is called for a task, it makes the task cancelled.
///
/// Set as the error of a task it is an error like any other one, and the task is faulted.
public struct CancelledError: Error, Sendable {
  /// The error; it says nothing more.
  public init() {}
}
