import Errands

/// What an operation does in its typed run, without the type.
///
/// Functions, and not methods to override: those of a generic class look up its types at run time, which was
/// half of what an operation cost.
@usableFromInline
struct OperationWork: Sendable {
  @usableFromInline typealias Step = @Sendable (AnyAsyncOperation) -> Void

  /// Sees to it that the operation finishes when its run settles.
  let watch: Step
  /// Begins the work.
  let begin: Step

  @usableFromInline
  init(watch: @escaping Step, begin: @escaping Step) {
    self.watch = watch
    self.begin = begin
  }

  /// The same work, with the task-local values of whoever made the context.
  func inside(_ context: TaskContext) -> OperationWork {
    OperationWork(watch: watch) { operation in context.call { begin(operation) } }
  }
}
