import Errands

extension AnyAsyncOperation {
  /// The work has the task-local values of the caller.
  final func keepContext() {
    let context = TaskContext()
    // Where it is not kept, it is freed outside the lock.
    _ = state.withLock { $0.keep(context) }
  }

  /// The work has the task-local values of the task that adds the operation, unless it has those of another caller.
  /// Outside of a task it costs nothing: whether any values are bound cannot be asked, and a context costs a tenth of an
  /// operation.
  final func keepContextOfTask() {
    guard withUnsafeCurrentTask(body: { $0 != nil }), !(self is ForeignOperation) else { return }
    if state.withLock({ $0.needsContext }) { keepContext() }
  }
}
