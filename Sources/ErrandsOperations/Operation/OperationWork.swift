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
  /// The task-local values of whoever has the work done; nil for those of the thread on which it begins.
  var context: TaskContext?

  @usableFromInline
  init(watch: @escaping Step, begin: @escaping Step) {
    self.watch = watch
    self.begin = begin
  }

  /// What comes before the work has the same values.
  func inContext(_ call: () -> Void) {
    if let context { context.call(call) } else { call() }
  }
}
