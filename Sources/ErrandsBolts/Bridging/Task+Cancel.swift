import Errands

extension Task: Cancellable {
  /// Cancels the task, and lets go of what it waits for: a task that nothing else waits for is cancelled in turn,
  /// and so is the run of an errand; at the chain's beginning the hook of
  /// ``TaskCompletionSource/onCancel(_:)`` stops the work. No effect on a task that has ended.
  ///
  /// When it returns, the work has been told, and then the continuations; where a report of progress is being handed
  /// over at that moment, the continuations are told behind that.
  public func cancel() {
    cancel(settlingWith: CancellationError())
  }
}
