import Errands

extension PMKFinalizer {
  /// Calls `body` at the end of the chain, however it ended.
  @preconcurrency
  public func finally(on: any Dispatcher, _ body: @escaping @Sendable () -> Void) {
    finishing(on: .through(on), body)
  }
}
