import Errands
import ErrandsEager

extension Task {
  /// The task as an errand, for what errands can do and tasks cannot: deadlines, retries of what follows, events,
  /// a place in a scope.
  ///
  /// The work is under way already; a run of the errand waits for it. Cancelling the run cancels the task, where
  /// nothing else waits for it. Result, error, cancellation and progress are the task's. The errand bears the name
  /// in the trace; without one, that of its source line.
  public func errand(
    _ name: String? = nil,
    fileID: String = #fileID,
    line: UInt = #line
  ) -> Errand<TResult> {
    .fromBoltsTask(name, fileID: fileID, line: line) { self }
  }

  /// A task that ends as this one does, but is cancelled with the scope; and with it this one, where nothing else
  /// waits for it.
  public func tied(
    to scope: Scope,
    fileID: String = #fileID,
    line: UInt = #line
  ) -> Task {
    let next = Task(source: self)
    pass(to: next) { next.settle($0) }
    next.tie(to: scope, origin: SourceLocation(fileID: fileID, line: line)) { next.cancel() }
    return next
  }
}
