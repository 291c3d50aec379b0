import ErrandsEager

extension Task {
  var state: TaskState<TResult> { TaskState(outcome) }

  /// Whether the task has ended: with a result, with an error, or cancelled.
  public var completed: Bool {
    if case .pending = state { false } else { true }
  }

  /// Whether the task has ended with an error. A cancelled task has none.
  public var faulted: Bool { error != nil }

  /// Whether the task has been cancelled.
  public var cancelled: Bool {
    if case .cancelled = state { true } else { false }
  }

  /// The result, or nil where the task has not succeeded.
  ///
  /// Where the result is itself an optional, that of a task which succeeded with nil is `.some(nil)`: so a task
  /// has succeeded exactly if this is not nil.
  @inlinable
  public var result: TResult? {
    if case .success(let result) = outcome { result } else { nil }
  }

  /// The error, or nil where the task has not failed. Cancellation is no error.
  public var error: (any Error)? {
    if case .error(let error) = state { error } else { nil }
  }
}
