/// One wait of one task, settled exactly once: by ``resume(returning:)`` or by the task's cancellation,
/// whichever comes first. The only place of this module that holds a continuation.
final class Suspension<Value: Sendable>: Sendable {
  private enum State {
    case idle
    case waiting(CheckedContinuation<Value, any Error>)
    case settled(Result<Value, any Error>)
  }

  private let state = Lock(State.idle)

  /// Lets the waiting task go on, or a task that will wait later pass through. Without effect once settled.
  func resume(returning value: Value) {
    settle(.success(value))
  }

  /// Waits until ``resume(returning:)``. To be called once.
  ///
  /// - Throws: `CancellationError` if the task is cancelled first.
  func value() async throws -> Value {
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let outcome: Result<Value, any Error>? = state.withLock { state in
          if case .settled(let outcome) = state { return outcome }
          state = .waiting(continuation)
          return nil
        }
        if let outcome { continuation.resume(with: outcome) }
      }
    } onCancel: {
      settle(.failure(CancellationError()))
    }
  }

  private func settle(_ outcome: Result<Value, any Error>) {
    let waiting: CheckedContinuation<Value, any Error>? = state.withLock { state in
      switch state {
      case .idle:
        state = .settled(outcome)
        return nil
      case .waiting(let continuation):
        state = .settled(outcome)
        return continuation
      case .settled:
        return nil
      }
    }
    waiting?.resume(with: outcome)
  }
}
