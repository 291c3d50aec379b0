public import Dispatch
import Errands

/// The operators whose handlers throw nothing, and which therefore give a guarantee again. See
/// `Thenable/then(on:flags:_:)` and its like for their parameters, and for those without `on:`.
extension GuaranteeMixin {
  /// Takes the value.
  @inlinable
  @_disfavoredOverload
  @available(swift, introduced: 6)
  @discardableResult
  public func done(
    on: DispatchQueue? = conf.Q.return,
    flags: DispatchWorkItemFlags? = nil,
    _ body: @escaping @Sendable (T) -> Void
  ) -> Guarantee<Void> {
    turning(on: .on(on, flags), body)
  }

  /// Takes the value, on the main actor.
  @inlinable
  @available(swift, introduced: 6)
  @discardableResult
  public func done(on: MainQueue = .main, _ body: @escaping @MainActor (T) -> Void) -> Guarantee<Void> {
    turning(on: .mainQueue, onMainActor(body))
  }

  /// Looks at the value and passes it on.
  @inlinable
  @_disfavoredOverload
  @available(swift, introduced: 6)
  public func get(
    on: DispatchQueue? = conf.Q.return,
    flags: DispatchWorkItemFlags? = nil,
    _ body: @escaping @Sendable (T) -> Void
  ) -> Guarantee<T> {
    turning(on: .on(on, flags)) { value in
      body(value)
      return value
    }
  }

  /// Looks at the value, on the main actor, and passes it on.
  @inlinable
  @available(swift, introduced: 6)
  public func get(on: MainQueue = .main, _ body: @escaping @MainActor (T) -> Void) -> Guarantee<T> {
    let body = onMainActor(body)
    return turning(on: .mainQueue) { value in
      body(value)
      return value
    }
  }

  /// Makes another value of the value.
  @inlinable
  @_disfavoredOverload
  @available(swift, introduced: 6)
  public func map<U: Sendable>(
    on: DispatchQueue? = conf.Q.map,
    flags: DispatchWorkItemFlags? = nil,
    _ body: @escaping @Sendable (T) -> U
  ) -> Guarantee<U> {
    turning(on: .on(on, flags), body)
  }

  /// Makes another value of the value, on the main actor.
  @inlinable
  @available(swift, introduced: 6)
  public func map<U: Sendable>(on: MainQueue = .main, _ body: @escaping @MainActor (T) -> U) -> Guarantee<U> {
    turning(on: .mainQueue, onMainActor(body))
  }

  /// Goes on with the guarantee that `body` makes of the value.
  @inlinable
  @_disfavoredOverload
  @available(swift, introduced: 6)
  @discardableResult
  public func then<U: Sendable>(
    on: DispatchQueue? = conf.Q.map,
    flags: DispatchWorkItemFlags? = nil,
    _ body: @escaping @Sendable (T) -> Guarantee<U>
  ) -> Guarantee<U> {
    joining(on: .on(on, flags), body)
  }

  /// Goes on, on the main actor, with the guarantee that `body` makes of the value.
  @inlinable
  @available(swift, introduced: 6)
  @discardableResult
  public func then<U: Sendable>(on: MainQueue = .main, _ body: @escaping @MainActor (T) -> Guarantee<U>)
    -> Guarantee<U>
  {
    joining(on: .mainQueue, onMainActor(body))
  }

  /// Forgets the value.
  @inlinable
  public func asVoid() -> Guarantee<Void> {
    forwarding { _ in }
  }
}
