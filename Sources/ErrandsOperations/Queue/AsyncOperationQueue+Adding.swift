import Errands
import Foundation

extension AsyncOperationQueue {
  /// Adds an operation. It waits for its dependencies, and then for its turn.
  ///
  /// - Returns: False, and no effect, where the operation is in a queue of this kind already, or has begun. In
  ///   Foundation's queue this is a fatal error. An operation that was cancelled before finishes at once.
  @discardableResult
  public func addOperation(_ operation: AnyAsyncOperation) -> Bool {
    let (membership, begun) = members.join()
    return enter(entrant(operation, membership, begun))
  }

  /// Adds a block, which may block its thread.
  @discardableResult
  public func addOperation(
    _ name: String? = nil,
    fileID: String = #fileID,
    line: UInt = #line,
    _ block: @escaping @Sendable () throws -> Void
  ) -> ErrandOperation<Void> {
    let operation = Self.operation(name, fileID, line, block)
    addOperation(operation)
    return operation
  }

  /// Adds an asynchronous function. Cancelling the operation cancels its task.
  @discardableResult
  public func addOperation<Value: Sendable>(
    _ name: String? = nil,
    fileID: String = #fileID,
    line: UInt = #line,
    _ function: @escaping @Sendable () async throws -> Value
  ) -> ErrandOperation<Value> {
    let operation = ErrandOperation(name, fileID: fileID, line: line, function)
    addOperation(operation)
    return operation
  }

  /// Adds a block that waits until everything that was added before has ended, in whatever way, and that everything
  /// that is added later waits for. Also where the queue is empty, and if the block throws.
  @discardableResult
  public func addBarrierBlock(
    _ name: String? = nil,
    fileID: String = #fileID,
    line: UInt = #line,
    _ barrier: @escaping @Sendable () throws -> Void
  ) -> ErrandOperation<Void> {
    let operation = Self.operation(name, fileID, line, barrier)
    let (membership, begun) = members.joinAlone()
    enter(entrant(operation, membership, begun))
    return operation
  }

  private static func operation(
    _ name: String?,
    _ fileID: String,
    _ line: UInt,
    _ block: @escaping @Sendable () throws -> Void
  ) -> ErrandOperation<Void> {
    let errand = Errand<Void>.fromCallback(name, fileID: fileID, line: line) { callback in
      try block()
      callback.succeed(())
    }
    return ErrandOperation(errand, name: name)
  }
}

extension AsyncOperationQueue {
  /// An operation on its way into the queue: among its members, and in no line yet.
  struct Entrant {
    let operation: AnyAsyncOperation
    let place: OperationJob
    /// What it waits for besides its own dependencies.
    var dependencies: [any WorkDependency] = []
  }

  func entrant(
    _ operation: AnyAsyncOperation,
    _ membership: OperationMembers.Membership,
    _ begun: Settlement<Void>?
  ) -> Entrant {
    var entrant = Entrant(
      operation: operation,
      place: OperationJob(of: operation, in: work, members, membership, keepsSubscriptions: begun != nil)
    )
    if let begun { entrant.dependencies.append(BegunPhase(begun: begun)) }
    return entrant
  }

  @discardableResult
  func enter(_ entrant: Entrant) -> Bool {
    let (operation, place) = (entrant.operation, entrant.place)
    switch operation.state.withLock({ $0.take(place) }) {
    case .enters(let isReady):
      members.take()
      operation.keepContextOfTask()
      var dependencies = entrant.dependencies
      if !isReady { dependencies.append(OperationReadiness(operation: operation)) }
      place.enter(work, after: dependencies)
      if !isReady { operation.hold(work) }
      return true
    case .over:
      members.take()
      operation.start()
      place.giveUp()
      return true
    case .refused:
      place.refuse()
      return false
    }
  }
}

/// An operation behind a barrier, and a barrier, wait for the phase that is theirs.
struct BegunPhase: WorkDependency {
  let begun: Settlement<Void>

  func whenSettled(notifying dependent: @escaping @Sendable (_ failure: (any Error)?) -> Void) {
    _ = subscribe(dependent)
  }

  /// An operation that is cancelled leaves nothing behind, and the barrier may be hours away.
  func subscribe(_ dependent: @escaping @Sendable (_ failure: (any Error)?) -> Void) -> any Errands
    .Cancellable
  {
    // Woken in turn, and not as handlers, which do not wait for one another: each is put in line behind the one before.
    let waiter = WaitingCall { _ in dependent(nil) }
    if !begun.add(waiter) { dependent(nil) }
    return Subscription(begun: begun, waiter: waiter)
  }

  private struct Subscription: Errands.Cancellable {
    let begun: Settlement<Void>
    let waiter: Waiter

    func cancel() { begun.remove(waiter) }
  }
}
