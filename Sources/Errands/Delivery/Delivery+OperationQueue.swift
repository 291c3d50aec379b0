import Foundation

extension Delivery {
  /// On an operation queue. A handler whose queue throws its operations away (`cancelAllOperations`) before
  /// it was called is lost with them; the handlers behind it are called all the same.
  public static func operationQueue(_ queue: OperationQueue) -> Delivery {
    // Foundation's main queue is dispatch's.
    let executor: AnyObject = queue === OperationQueue.main ? mainQueue : queue
    return Delivery(on: executor) { work in queue.addOperation(work) }
  }
}
