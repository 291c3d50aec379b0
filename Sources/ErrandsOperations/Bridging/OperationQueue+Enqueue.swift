import Errands
public import Foundation

extension OperationQueue {
  /// Adds an operation so that it is sure to start once it is ready.
  ///
  /// Foundation's own `addOperation(_:)` on Linux overlooks a dependency that finishes while its dependent is
  /// being added: the dependent waits until something else happens in the queue, if need be for ever. And an
  /// operation that has been cancelled already deadlocks it where a barrier waits: one of this module's
  /// therefore finishes on the spot.
  ///
  /// - Returns: False, and no effect, where the operation is in a queue already, has begun, or has finished:
  ///   adding it would end the process. Of an operation that is not this module's it is only known whether it
  ///   is in this queue.
  @discardableResult
  public final func enqueue(_ operation: Operation) -> Bool { enqueue([operation]).isEmpty }

  /// As `enqueue(_:)` of one operation, in one step. Where there are some that are not this module's, the queue is looked
  /// through once: adding many of them in one call costs less than one by one.
  ///
  /// - Returns: The operations that were refused.
  @discardableResult
  public final func enqueue(_ operations: [Operation]) -> [Operation] {
    lazy var known = Set(self.operations.map { ObjectIdentifier($0) })
    var (added, refused, over): ([Operation], [Operation], [AnyAsyncOperation]) = ([], [], [])
    for operation in operations {
      guard let ours = operation as? AnyAsyncOperation else {
        let isNew = known.insert(ObjectIdentifier(operation)).inserted
        let canAdd = isNew && !operation.isExecuting && !operation.isFinished
        if canAdd { added.append(operation) } else { refused.append(operation) }
        continue
      }
      switch ours.state.withLock({ $0.enterFoundation() }) {
      case .wait:
        ours.keepContextOfTask()
        ours.traceWait(in: name)
        added.append(ours)
      case .finish: over.append(ours)
      case .refuse: refused.append(ours)
      }
    }
    addWithNudge(added)
    for operation in over { operation.start() }
    return refused
  }

  /// An operation that has become ready while it was added says so once more.
  final func addWithNudge(_ operations: [Operation]) {
    addOperations(operations, waitUntilFinished: false)
    for operation in operations where operation.isReady {
      operation.willChangeValue(forKey: "isReady")
      operation.didChangeValue(forKey: "isReady")
    }
  }
}

extension Operation {
  /// Calls the handler once, on any thread, when the operation has finished; now, where it has already.
  ///
  /// Until then the operation is kept alive.
  final func whenFinished(_ handler: @escaping @Sendable (_ isCancelled: Bool) -> Void) {
    if isFinished { handler(isCancelled) } else { FinishWatch(of: self).begin(handler) }
  }
}
