import Errands
public import Foundation

extension AsyncOperationQueue {
  /// Adds an operation of any kind, a `BlockOperation` say. An operation that is not of this module is started by
  /// Foundation, as in a queue of Foundation's: when it is ready, by its dependencies and by what it overrides, and
  /// when its turn has come. It has its place until it has finished, also where it is cancelled while it works, and must
  /// be in no other queue, which ends the process as it does in Foundation. Its priority counts as it is when it becomes
  /// ready.
  ///
  /// Its completion block is called as ever, and let go of when it has been.
  ///
  /// - Returns: What stands for it in this queue, ends as cancelled where it was cancelled, and cancels it. Cancelled
  ///   before its turn, by this queue or by its owner, it finishes at once without having worked, and the operation
  ///   itself soon after it, when Foundation has started it. For an operation of this module, the operation itself.
  @_disfavoredOverload
  @discardableResult
  public func addOperation(_ operation: Operation) -> AnyAsyncOperation {
    let entrant = entrant(operation)
    enter(entrant)
    return entrant.operation
  }

  func entrant(_ operation: Operation) -> Entrant {
    let (membership, begun) = members.join()
    if let ours = operation as? AnyAsyncOperation { return entrant(ours, membership, begun) }
    let foreign = ForeignOperation(operation, members, on: OperationTarget(for: operation, membership))
    var entrant = entrant(foreign, membership, begun)
    if !foreign.hasBegun { entrant.dependencies.append(foreign) }
    return entrant
  }
}
