public import Dispatch
import ErrandsEager

/// The same, for code in Swift 5 mode, which leaves isolation to its author.
extension PMKFinalizer {
  /// Calls `body` at the end of the chain, however it ended, cancelled too. For code in Swift 5 mode, which
  /// leaves isolation to its author.
  @available(swift, obsoleted: 6)
  public func finally(
    on: DispatchQueue? = conf.Q.return,
    flags: DispatchWorkItemFlags? = nil,
    _ body: @escaping () -> Void
  ) {
    finishing(on: .on(on, flags), unchecked(body))
  }
}
