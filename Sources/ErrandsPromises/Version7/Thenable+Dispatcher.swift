/// The operators with a ``Dispatcher`` for their handlers. See `Thenable/then(on:flags:_:)` and its like.
///
/// They take `any Dispatcher` and not `some`: beside generic ones a chain of six `map(on: .main)` was too much for
/// the compiler, whatever it was that had been meant.
extension Thenable {
  /// Goes on with the promise that `body` makes of the value.
  @inlinable
  @preconcurrency
  public func then<U: Thenable>(
    on: any Dispatcher,
    _ body: @escaping @Sendable (T) throws -> U
  ) -> Promise<U.T> {
    chaining(on: .through(on), body)
  }

  /// Makes another value of the value.
  @inlinable
  @preconcurrency
  public func map<U: Sendable>(
    on: any Dispatcher,
    _ body: @escaping @Sendable (T) throws -> U
  ) -> Promise<U> {
    mapping(on: .through(on), body)
  }

  /// Makes another value of the value; nil breaks the promise.
  @inlinable
  @preconcurrency
  public func compactMap<U: Sendable>(
    on: any Dispatcher,
    _ body: @escaping @Sendable (T) throws -> U?
  ) -> Promise<U> {
    mapping(on: .through(on)) { try required(try body($0), from: $0) }
  }

  /// Takes the value.
  @inlinable
  @preconcurrency
  public func done(
    on: any Dispatcher,
    _ body: @escaping @Sendable (T) throws -> Void
  ) -> Promise<Void> {
    mapping(on: .through(on), body)
  }

  /// Looks at the value and passes it on.
  @inlinable
  @preconcurrency
  public func get(
    on: any Dispatcher,
    _ body: @escaping @Sendable (T) throws -> Void
  ) -> Promise<T> {
    mapping(on: .through(on)) { value in
      try body(value)
      return value
    }
  }

  /// Looks at the result, a value or an error, and passes it on.
  @inlinable
  @preconcurrency
  public func tap(
    on: any Dispatcher,
    _ body: @escaping @Sendable (Result<T>) -> Void
  ) -> Promise<T> {
    looking(on: .through(on), body)
  }
}
