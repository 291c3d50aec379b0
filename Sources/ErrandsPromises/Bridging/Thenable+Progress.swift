public import Errands
import ErrandsEager

extension Thenable {
  /// Calls the handler with the newest progress of the work that the promise comes from, where that says how far
  /// it is: an errand's does. What a later link of the chain begins is not heard of. On a concurrent queue, which keeps
  /// no order, a report that has not begun when the promise ends is dropped.
  public func onProgress(on delivery: Delivery, _ handler: @escaping @Sendable (RunProgress) -> Void) {
    (self as? EagerSettlement<T>)?.observeProgress(on: delivery, handler)
  }
}
