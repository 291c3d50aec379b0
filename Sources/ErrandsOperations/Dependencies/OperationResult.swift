import Errands

/// The result of an operation to come, for its dependents.
///
/// Its run is held and not the operation: a chain of operations in which each held the one before by its work
/// would release itself by recursion.
struct OperationResult<Value: Sendable>: Sendable {
  private let run: Run<Value>

  init(of operation: AsyncOperation<Value>) {
    run = operation.typedRun
  }

  var outcome: Result<Value, any Error> {
    run.outcome ?? .failure(MissingResultError(dependency: run.name))
  }
}
