public import Dispatch
public import ErrandsEager

/// The same, for code in Swift 5 mode, which leaves isolation to its author.
extension CatchMixin {
  /// Goes on with another promise in place of the error. For code in Swift 5 mode, which leaves isolation to its
  /// author.
  @inlinable
  @available(swift, obsoleted: 6)
  public func recover<U: Thenable>(
    on: DispatchQueue? = conf.Q.map,
    flags: DispatchWorkItemFlags? = nil,
    policy: CatchPolicy = conf.catchPolicy,
    _ body: @escaping (any Error) throws -> U
  ) -> Promise<T> where U.T == T {
    let body = unchecked(body)
    let next = Promise<T>(source: eagerSource)
    recovering(on: .on(on, flags), policy, to: next) { error in next.adopt { try body(error) } }
    return next
  }

  /// Goes on with a guarantee in place of any error, a cancellation too: from here on there is none. For code in
  /// Swift 5 mode, which leaves isolation to its author.
  @inlinable
  @discardableResult
  @available(swift, obsoleted: 6)
  public func recover(
    on: DispatchQueue? = conf.Q.map,
    flags: DispatchWorkItemFlags? = nil,
    _ body: @escaping (any Error) -> Guarantee<T>
  ) -> Guarantee<T> {
    let body = unchecked(body)
    let next = Guarantee<T>(source: eagerSource)
    recovering(on: .on(on, flags), .allErrors, to: next) { error in next.adopt { body(error) } }
    return next
  }
}

/// The same, for code in Swift 5 mode, which leaves isolation to its author.
extension CatchMixin where T == Void {
  /// Takes any error, a cancellation too, and goes on. For code in Swift 5 mode, which leaves isolation to its
  /// author.
  @inlinable
  @discardableResult
  @available(swift, obsoleted: 6)
  public func recover(
    on: DispatchQueue? = conf.Q.map,
    flags: DispatchWorkItemFlags? = nil,
    _ body: @escaping (any Error) -> Void
  ) -> Guarantee<Void> {
    let body = unchecked(body)
    let next = Guarantee<Void>(source: eagerSource)
    recovering(on: .on(on, flags), .allErrors, to: next) { error in next.settle { body(error) } }
    return next
  }

  /// Takes the error, and goes on, unless `body` throws. For code in Swift 5 mode, which leaves isolation to its
  /// author.
  @inlinable
  @available(swift, obsoleted: 6)
  public func recover(
    on: DispatchQueue? = conf.Q.map,
    flags: DispatchWorkItemFlags? = nil,
    policy: CatchPolicy = conf.catchPolicy,
    _ body: @escaping (any Error) throws -> Void
  ) -> Promise<Void> {
    let body = unchecked(body)
    let next = Promise<Void>(source: eagerSource)
    recovering(on: .on(on, flags), policy, to: next) { error in next.settle { try body(error) } }
    return next
  }
}
