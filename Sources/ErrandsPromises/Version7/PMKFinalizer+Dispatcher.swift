import Errands

extension PMKFinalizer {
  /// Calls `body` at the end of the chain, however it ended.
  @preconcurrency
  public func finally(on: any Dispatcher, _ body: @escaping @Sendable () -> Void) {
    let delivery = Delivery.through(on)
    whenDecided { outcome in
      if case .success = outcome { delivery.call(body) }
    }
  }
}
