public import Dispatch
import ErrandsEager

/// The same, for code in Swift 5 mode, which leaves isolation to its author.
extension Thenable {
  @inlinable
  @available(swift, obsoleted: 6)
  public func then<U: Thenable>(
    on: DispatchQueue? = conf.Q.map,
    flags: DispatchWorkItemFlags? = nil,
    _ body: @escaping (T) throws -> U
  ) -> Promise<U.T> {
    chaining(on: .on(on, flags), unchecked(body))
  }

  @inlinable
  @available(swift, obsoleted: 6)
  public func map<U: Sendable>(
    on: DispatchQueue? = conf.Q.map,
    flags: DispatchWorkItemFlags? = nil,
    _ body: @escaping (T) throws -> U
  ) -> Promise<U> {
    mapping(on: .on(on, flags), unchecked(body))
  }

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

  @inlinable
  @available(swift, obsoleted: 6)
  public func done(
    on: DispatchQueue? = conf.Q.return,
    flags: DispatchWorkItemFlags? = nil,
    _ body: @escaping (T) throws -> Void
  ) -> Promise<Void> {
    mapping(on: .on(on, flags), unchecked(body))
  }

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
