import Errands
import ErrandsOperations

extension Batch {
  /// Operations: an operation for each member, and a barrier behind all of them.
  func allByOperation() -> Errand<Void> {
    .fromCallback("\(name) by operation") { callback in
      let queue = AsyncOperationQueue(maxConcurrentOperationCount: max(members.count, 1))
      for (index, member) in members.enumerated() {
        let operation = member.operation()
        operation.whenSettled(on: .immediate) { outcome in tell(index, outcome) }
        queue.addOperation(operation)
      }
      queue.addBarrierBlock { callback.succeed(()) }
      callback.onCancel { queue.cancelAllOperations() }
    }
  }
}
