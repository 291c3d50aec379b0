import Foundation

extension Operation {
  /// Calls the handler once, on any thread, when the operation has finished; now, where it has already.
  ///
  /// Until then the operation is kept alive.
  final func whenFinished(_ handler: @escaping @Sendable (_ isCancelled: Bool) -> Void) {
    if isFinished { handler(isCancelled) } else { FinishWatch(of: self).begin(handler) }
  }
}
