import Errands

extension AnyAsyncOperation {
  /// Waits until the operation has its outcome. A waiting task that is cancelled leaves nothing behind.
  final func untilEnded() async throws {
    let task = AwaitingTask()
    guard let number = state.withLock({ $0.await(task) }) else { return }
    escalate(to: WorkPriority(of: Task.currentPriority))
    await task.sleep()
    let isOver = state.withLock { state in
      state.giveUp(number)
      return state.isOver
    }
    if !isOver { throw CancellationError() }
  }
}

/// A task that awaits an operation's end. Woken on the spot, and not through a cell, whose handlers are called when
/// the handlers around the call have returned: one of these may block.
final class AwaitingTask: Sendable {
  private enum State: Sendable {
    case awake
    case sleeps(UnsafeContinuation<Void, Never>)
    case woken
  }

  private let state = Lock(State.awake)

  /// Returns when the task has been woken or cancelled; at once, where it was before.
  func sleep() async {
    await withTaskCancellationHandler {
      await withUnsafeContinuation { continuation in
        let sleeps = state.withLock { state in
          if case .woken = state { return false }
          state = .sleeps(continuation)
          return true
        }
        if !sleeps { continuation.resume() }
      }
    } onCancel: {
      wake()
    }
  }

  func wake() {
    let former = state.withLock { state in
      defer { state = .woken }
      return state
    }
    if case .sleeps(let continuation) = former { continuation.resume() }
  }
}
