import Errands
import ErrandsOperations

extension PhotoBatchWork {
  /// Operations: one for each member, and a barrier behind all of them.
  func byOperation() -> Errand<Void> {
    .fromCallback("photos by operation") { [self] callback in
      let queue = AsyncOperationQueue(maxConcurrentOperationCount: max(indices.count, 1))
      for index in indices {
        let member = photo(index).operation()
        member.whenSettled(on: .immediate) { [self] outcome in settle(index, outcome) }
        queue.addOperation(member)
      }
      queue.addBarrierBlock { callback.succeed(()) }
    }
  }
}
