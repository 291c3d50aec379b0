/// The operators that give a guarantee again, with a ``Dispatcher`` for their handlers.
extension GuaranteeMixin {
  /// Takes the value.
  @inlinable
  @preconcurrency
  @discardableResult
  public func done(
    on: any Dispatcher,
    _ body: @escaping @Sendable (T) -> Void
  ) -> Guarantee<Void> {
    turning(on: .through(on), body)
  }

  /// Looks at the value and passes it on.
  @inlinable
  @preconcurrency
  public func get(
    on: any Dispatcher,
    _ body: @escaping @Sendable (T) -> Void
  ) -> Guarantee<T> {
    turning(on: .through(on)) { value in
      body(value)
      return value
    }
  }

  /// Makes another value of the value.
  @inlinable
  @preconcurrency
  public func map<U: Sendable>(
    on: any Dispatcher,
    _ body: @escaping @Sendable (T) -> U
  ) -> Guarantee<U> {
    turning(on: .through(on), body)
  }

  /// Goes on with the guarantee that `body` makes of the value.
  @inlinable
  @preconcurrency
  @discardableResult
  public func then<U: Sendable>(
    on: any Dispatcher,
    _ body: @escaping @Sendable (T) -> Guarantee<U>
  ) -> Guarantee<U> {
    joining(on: .through(on), body)
  }
}
