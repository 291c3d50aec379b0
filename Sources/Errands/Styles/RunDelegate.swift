/// A delegate with a method for each event of a run.
///
/// A delegate is an owner: it is held weakly, and not called once it is gone.
public protocol RunDelegate<Value>: AnyObject, Sendable {
  /// What the run succeeds with.
  associatedtype Value: Sendable

  /// The newest progress; never after the outcome.
  func run(_ run: Run<Value>, didReport progress: RunProgress)
  /// The outcome, once and last.
  func run(_ run: Run<Value>, didSettle outcome: Result<Value, any Error>)
}

extension RunDelegate {
  /// No effect: a delegate need not show progress.
  public func run(_ run: Run<Value>, didReport progress: RunProgress) {}
}

/// A delegate with one method for all events of a run.
///
/// A delegate is an owner: it is held weakly, and not called once it is gone.
public protocol RunActionDelegate<Value>: AnyObject, Sendable {
  /// What the run succeeds with.
  associatedtype Value: Sendable

  /// Reports of progress, then the outcome, once and last.
  func perform(_ action: RunEvent<Value>)
}
