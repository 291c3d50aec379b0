import Foundation

/// One operation that another one waits for.
struct OperationDependency: Sendable {
  let operation: Operation
  let policy: DependencyPolicy
  let link: DependencyLink

  /// Nobody wants to know of its end any more. Nothing of the dependent stays with it.
  func letGo() {
    link.watch?.cancel()
    if link.number > 0, let ours = operation as? AnyAsyncOperation { ours.forget(link.number) }
  }
}

/// What becomes of an operation whose dependency has failed or was cancelled.
public enum DependencyPolicy: Sendable {
  /// It does not run, and ends with the very same error. Its own dependents do too, and so on.
  case fail
  /// It runs as if nothing had happened. This is what Foundation's operations do.
  case run
}
