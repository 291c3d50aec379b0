import Errands
public import Foundation

extension AsyncOperationQueue {
  /// Adds an operation of any kind, a `BlockOperation` say. One that is not of this module is started when its
  /// dependencies have finished, in whatever way, as Foundation has it, and its turn has come; it has its place until it
  /// has finished, and must be in no other queue. Dependencies that are added to it later do not count.
  ///
  /// Its completion block is called as ever, and let go of when it has been.
  ///
  /// - Returns: What stands for it in this queue, ends as cancelled where it was cancelled, and cancels it. Cancelled
  ///   before its turn, it finishes without having worked. For one of this module's, that one.
  @_disfavoredOverload
  @discardableResult
  public func addOperation(_ operation: Operation) -> AnyAsyncOperation {
    if let ours = operation as? AnyAsyncOperation {
      addOperation(ours)
      return ours
    }
    let member = ErrandOperation(operation)
    addOperation(member)
    return member
  }
}

extension ErrandOperation<Void> {
  /// Stands for an operation of somebody else's.
  fileprivate convenience init(_ operation: Operation) {
    operation.clearCompletionBlockOnceCalled()
    let starter = OperationStarter(operation)
    let name = operation.name ?? "\(type(of: operation))"
    self.init(
      .fromCallback(name) { callback in
        operation.whenFinished { isCancelled in callback(isCancelled ? CancellationError() : nil) }
        starter.start()
      },
      name: name
    )
    queuePriority = operation.queuePriority
    qualityOfService = operation.qualityOfService
    for dependency in operation.dependencies { addDependency(dependency, whenItFails: .run) }
    whenEnded { failure in
      guard failure != nil else { return }
      // One that is never started never finishes, and whoever waits for it in a queue of Foundation's would for ever.
      operation.cancel()
      starter.start()
    }
  }
}

/// Starts an operation of somebody else's, once: a second start ends the process.
private final class OperationStarter: Sendable {
  private let operation: Operation
  private let hasStarted = Lock(false)

  init(_ operation: Operation) {
    self.operation = operation
  }

  /// No effect on one that has been started by somebody else.
  func start() {
    let isFirst = hasStarted.withLock { hasStarted in
      defer { hasStarted = true }
      return !hasStarted
    }
    if isFirst, !operation.isExecuting, !operation.isFinished { operation.start() }
  }
}
