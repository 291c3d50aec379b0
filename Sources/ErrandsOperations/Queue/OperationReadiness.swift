import Errands

/// What an operation waits for before it waits for its turn: until none of its dependencies is missing.
struct OperationReadiness: WorkDependency {
  let operation: AnyAsyncOperation

  func whenSettled(notifying dependent: @escaping @Sendable (_ failure: (any Error)?) -> Void) {
    if operation.state.withLock({ $0.whenReady { dependent(nil) } }) { dependent(nil) }
  }
}
