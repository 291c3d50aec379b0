public import Dispatch
import ErrandsEager

/// The same, for code in Swift 5 mode, which leaves isolation to its author.
extension CatchMixin {
  /// Handles the chain's error, wherever in it that arose. For code in Swift 5 mode, which leaves isolation to
  /// its author.
  @inlinable
  @discardableResult
  @available(swift, obsoleted: 6)
  public func `catch`(
    on: DispatchQueue? = conf.Q.return,
    flags: DispatchWorkItemFlags? = nil,
    policy: CatchPolicy = conf.catchPolicy,
    _ body: @escaping (any Error) -> Void
  ) -> PMKFinalizer {
    catching(on: .on(on, flags), policy, unchecked(body))
  }
}
