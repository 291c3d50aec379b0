import Errands
import Foundation

extension AnyAsyncOperation {
  /// What waits for the operation has this priority: the operation is raised to it, and with it all of this module's that
  /// it waits for itself. No effect where its priority is as high already, or where it has ended.
  final func escalate(to priority: WorkPriority) {
    // Not by recursion: a chain of dependencies may be of any length.
    var rest = raise(to: priority)
    while let next = rest.popLast() { rest += next.raise(to: priority) }
  }

  /// - Returns: What it waits for, where it has been raised.
  private func raise(to priority: WorkPriority) -> [AnyAsyncOperation] {
    guard let raised = state.withLock({ $0.raise(to: priority) }) else { return [] }
    super.queuePriority = QueuePriority(priority)
    // Its work may be more urgent than that.
    anyRun.escalate(to: priority)
    // It was set meanwhile, by a thread that may have passed that on before.
    if WorkPriority(queuePriority) != priority { passPriority() }
    raised.place?.move()
    return raised.dependencies.compactMap { $0 as? AnyAsyncOperation }
  }

  /// Foundation and the run know the operation's priority: once more where it has moved meanwhile. Of two threads that pass
  /// it on, the last one may have the older priority.
  final func passPriority() {
    var passed: QueuePriority
    repeat {
      passed = queuePriority
      super.queuePriority = passed
      anyRun.priority = WorkPriority(passed)
    } while passed != queuePriority
  }

  /// Tells the trace that the operation waits for its turn, and for what before that.
  final func traceWait(in queue: String?) {
    anyRun.waits(in: queue, for: dependencies.compactMap { ($0 as? AnyAsyncOperation)?.anyRun })
  }
}
