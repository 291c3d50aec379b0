public import Dispatch
import ErrandsEager

/// The same, for code in Swift 5 mode, which leaves isolation to its author.
extension Thenable {
  /// Goes on with the promise that `body` makes of the value. An error skips it. For code in Swift 5 mode, which
  /// leaves isolation to its author.
  @inlinable
  @available(swift, obsoleted: 6)
  public func then<U: Thenable>(
    on: DispatchQueue? = conf.Q.map,
    flags: DispatchWorkItemFlags? = nil,
    _ body: @escaping (T) throws -> U
  ) -> Promise<U.T> {
    chaining(on: .on(on, flags), unchecked(body))
  }

  /// Makes another value of the value. An error skips it. For code in Swift 5 mode, which leaves isolation to its
  /// author.
  @inlinable
  @available(swift, obsoleted: 6)
  public func map<U: Sendable>(
    on: DispatchQueue? = conf.Q.map,
    flags: DispatchWorkItemFlags? = nil,
    _ body: @escaping (T) throws -> U
  ) -> Promise<U> {
    mapping(on: .on(on, flags), unchecked(body))
  }

  /// Makes another value of the value; where `body` gives nil, the promise is broken with
  /// `PMKError/compactMap(_:_:)`. For code in Swift 5 mode, which leaves isolation to its author.
  @inlinable
  @available(swift, obsoleted: 6)
  public func compactMap<U: Sendable>(
    on: DispatchQueue? = conf.Q.map,
    flags: DispatchWorkItemFlags? = nil,
    _ body: @escaping (T) throws -> U?
  ) -> Promise<U> {
    let body = unchecked(body)
    return mapping(on: .on(on, flags)) { try required(try body($0), from: $0) }
  }

  /// Takes the value. Stands at the end of a chain, before `catch`. For code in Swift 5 mode, which leaves
  /// isolation to its author.
  @inlinable
  @available(swift, obsoleted: 6)
  public func done(
    on: DispatchQueue? = conf.Q.return,
    flags: DispatchWorkItemFlags? = nil,
    _ body: @escaping (T) throws -> Void
  ) -> Promise<Void> {
    mapping(on: .on(on, flags), unchecked(body))
  }

  /// Looks at the value and passes it on. For code in Swift 5 mode, which leaves isolation to its author.
  @inlinable
  @available(swift, obsoleted: 6)
  public func get(
    on: DispatchQueue? = conf.Q.return,
    flags: DispatchWorkItemFlags? = nil,
    _ body: @escaping (T) throws -> Void
  ) -> Promise<T> {
    let body = unchecked(body)
    return mapping(on: .on(on, flags)) { value in
      try body(value)
      return value
    }
  }

  /// Looks at the result, a value or an error, and passes it on. For code in Swift 5 mode, which leaves isolation
  /// to its author.
  @inlinable
  @available(swift, obsoleted: 6)
  public func tap(
    on: DispatchQueue? = conf.Q.map,
    flags: DispatchWorkItemFlags? = nil,
    _ body: @escaping (Result<T>) -> Void
  ) -> Promise<T> {
    looking(on: .on(on, flags), unchecked(body))
  }
}
