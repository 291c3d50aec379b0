import ErrandsEager

extension TaskCompletionSource {
  /// Calls the hook when a consumer cancels the task, or when the source is dropped before it has ended the task;
  /// now, where that has happened already. Stop the work in it. Of several hooks the last one counts.
  ///
  /// The task keeps the hook until it has ended. A hook that holds the source keeps it from being dropped.
  @preconcurrency
  public func onCancel(_ hook: @escaping @Sendable () -> Void) {
    let task = task
    task.setSource(
      StoppableWork {
        // A task that has ended otherwise is told to let go, too, where its hook came too late.
        if task.result == nil, task.error == nil { hook() }
      }
    )
  }
}
