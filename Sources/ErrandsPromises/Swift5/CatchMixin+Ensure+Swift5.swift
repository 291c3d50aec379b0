public import Dispatch
import ErrandsEager

/// The same, for code in Swift 5 mode, which leaves isolation to its author.
extension CatchMixin {
  /// Calls `body` however the promise ends, cancelled too, and passes the result on. For code in Swift 5 mode,
  /// which leaves isolation to its author.
  @inlinable
  @available(swift, obsoleted: 6)
  public func ensure(
    on: DispatchQueue? = conf.Q.return,
    flags: DispatchWorkItemFlags? = nil,
    _ body: @escaping () -> Void
  ) -> Promise<T> {
    let body = unchecked(body)
    return looking(on: .on(on, flags)) { _ in body() }
  }

  /// As `ensure(on:flags:_:)`, and waits for the guarantee that `body` gives before it passes the result on. For
  /// code in Swift 5 mode, which leaves isolation to its author.
  @inlinable
  @available(swift, obsoleted: 6)
  public func ensureThen(
    on: DispatchQueue? = conf.Q.return,
    flags: DispatchWorkItemFlags? = nil,
    _ body: @escaping () -> Guarantee<Void>
  ) -> Promise<T> {
    ensuring(on: .on(on, flags), unchecked(body))
  }
}
