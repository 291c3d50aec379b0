import Errands

/// Who wants to know of an operation's end. Made when the first one does, and let go of when all have been told.
final class OperationEnding: @unchecked Sendable {
  // Sendable: only touched under the lock of the operation, or by its deinit.
  typealias Handler = @Sendable ((any Error)?) -> Void

  /// Tasks that await the outcome. They are woken before any handler is called: nobody waits for a handler that blocks.
  var tasks = WaitingList<AwaitingTask>()
  /// Handlers, and the operations that depend on this one, in the order in which they came.
  var handlers = WaitingList<Entry>()

  struct Entry: Sendable {
    let handler: Handler
    let kind: HandlerKind
  }

  /// To be told outside the lock.
  struct Told: Sendable {
    let tasks: [AwaitingTask]
    let handlers: [Entry]

    /// Handlers on the spot, those of executors, and each operation that depends on this one do not hold up one another.
    func callAsFunction(_ failure: (any Error)?) {
      for task in tasks { task.wake() }
      CallRound.make(HandlerKind.calls(handlers) { $0.kind }) { entries in
        for entry in entries { entry.handler(failure) }
      }
    }
  }

  /// Those who wait now; nil where nobody does.
  func takeAll() -> Told? {
    if tasks.isEmpty, handlers.isEmpty { return nil }
    return Told(tasks: tasks.removeAll(), handlers: handlers.removeAll())
  }
}

/// Those who waited for an operation that nobody will run any more.
final class UntoldEnding: Sendable {
  private let told: OperationEnding.Told

  init(_ told: OperationEnding.Told) {
    self.told = told
  }

  func tell() { told(AbandonedError(origin: nil)) }
}
