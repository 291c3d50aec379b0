public import Dispatch
import ErrandsEager

/// The same, for code in Swift 5 mode, which leaves isolation to its author.
extension GuaranteeMixin {
  /// Takes the value. For code in Swift 5 mode, which leaves isolation to its author.
  @inlinable
  @discardableResult
  @available(swift, obsoleted: 6)
  public func done(
    on: DispatchQueue? = conf.Q.return,
    flags: DispatchWorkItemFlags? = nil,
    _ body: @escaping (T) -> Void
  ) -> Guarantee<Void> {
    turning(on: .on(on, flags), unchecked(body))
  }

  /// Looks at the value and passes it on. For code in Swift 5 mode, which leaves isolation to its author.
  @inlinable
  @available(swift, obsoleted: 6)
  public func get(
    on: DispatchQueue? = conf.Q.return,
    flags: DispatchWorkItemFlags? = nil,
    _ body: @escaping (T) -> Void
  ) -> Guarantee<T> {
    let body = unchecked(body)
    return turning(on: .on(on, flags)) { value in
      body(value)
      return value
    }
  }

  /// Makes another value of the value. For code in Swift 5 mode, which leaves isolation to its author.
  @inlinable
  @available(swift, obsoleted: 6)
  public func map<U: Sendable>(
    on: DispatchQueue? = conf.Q.map,
    flags: DispatchWorkItemFlags? = nil,
    _ body: @escaping (T) -> U
  ) -> Guarantee<U> {
    turning(on: .on(on, flags), unchecked(body))
  }

  /// Goes on with the guarantee that `body` makes of the value. For code in Swift 5 mode, which leaves isolation
  /// to its author.
  @inlinable
  @discardableResult
  @available(swift, obsoleted: 6)
  public func then<U: Sendable>(
    on: DispatchQueue? = conf.Q.map,
    flags: DispatchWorkItemFlags? = nil,
    _ body: @escaping (T) -> Guarantee<U>
  ) -> Guarantee<U> {
    joining(on: .on(on, flags), unchecked(body))
  }
}
