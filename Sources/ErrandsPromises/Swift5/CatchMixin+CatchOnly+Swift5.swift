public import Dispatch
import ErrandsEager

/// The same, for code in Swift 5 mode, which leaves isolation to its author.
extension CatchMixin {
  /// Handles this error, and passes every other one to the `catch` behind. For code in Swift 5 mode, which leaves
  /// isolation to its author.
  @available(swift, obsoleted: 6)
  public func `catch`<E: Error & Equatable>(
    only: E,
    on: DispatchQueue? = conf.Q.return,
    flags: DispatchWorkItemFlags? = nil,
    _ body: @escaping (E) -> Void
  ) -> PMKCascadingFinalizer {
    catching(on: .on(on, flags), where: equals(only), unchecked(body))
  }

  /// Handles errors of this type, and passes every other one to the `catch` behind; and cancellations, unless the
  /// policy says otherwise. For code in Swift 5 mode, which leaves isolation to its author.
  @available(swift, obsoleted: 6)
  public func `catch`<E: Error>(
    only: E.Type,
    on: DispatchQueue? = conf.Q.return,
    flags: DispatchWorkItemFlags? = nil,
    policy: CatchPolicy = conf.catchPolicy,
    _ body: @escaping (E) -> Void
  ) -> PMKCascadingFinalizer {
    catching(on: .on(on, flags), where: isOf(E.self, policy), unchecked(body))
  }
}
