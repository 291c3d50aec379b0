import Dispatch
import Errands

/// Work that blocks, on a thread of its own. There are as few threads of tasks as there are cores: on one core an interrupt was not
/// even noticed before such work had ended.
enum BlockingWork {
  /// Waits for the end of the work also where the task is cancelled, for it puts away what it has.
  ///
  /// - Parameter work: Is given what throws once the task is cancelled, and asks it often.
  static func run<Value: Sendable>(
    _ name: String,
    _ work: @escaping @Sendable (_ check: () throws -> Void) throws -> Value
  ) async throws -> Value {
    let scope = Scope()
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { done in
        DispatchQueue(label: name).async {
          done.resume(with: Result { try work { if scope.isEnded { throw CancellationError() } } })
        }
      }
    } onCancel: {
      scope.cancel()
    }
  }
}
