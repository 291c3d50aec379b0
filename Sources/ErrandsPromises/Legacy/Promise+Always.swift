public import Dispatch
import Errands

extension Promise {
  /// As `CatchMixin/ensure(on:flags:_:)`.
  @available(*, deprecated, renamed: "ensure(on:_:)")
  @_disfavoredOverload
  @available(swift, introduced: 6)
  public func always(on: DispatchQueue = .main, execute body: @escaping @Sendable () -> Void) -> Promise {
    ensure(on: on, body)
  }

  /// As `CatchMixin/ensure(_:)`.
  @available(swift, introduced: 6)
  @available(*, deprecated, renamed: "ensure(_:)")
  public func always(on: MainQueue = .main, execute body: @escaping @MainActor () -> Void) -> Promise {
    ensure(body)
  }
}
