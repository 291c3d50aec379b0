public import Dispatch
import ErrandsEager

/// The same, for code in Swift 5 mode, which leaves isolation to its author.
extension Promise {
  /// As `CatchMixin/ensure(on:flags:_:)`. For code in Swift 5 mode, which leaves isolation to its author.
  @available(*, deprecated, renamed: "ensure(on:_:)")
  @available(swift, obsoleted: 6)
  public func always(on: DispatchQueue = .main, execute body: @escaping () -> Void) -> Promise {
    ensure(on: on, unchecked(body))
  }
}
