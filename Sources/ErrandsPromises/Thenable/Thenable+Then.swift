public import Dispatch
import Errands

/// The operators that every chain is made of. Those without `on:` are for code in Swift 6 mode: their handlers are
/// main-actor code, so that `done { self.title = $0 }` compiles in a view model. In Swift 5 mode they are not
/// seen, and a handler is called where ``conf`` says.
extension Thenable {
  /// Goes on with the promise that `body` makes of the value. An error skips it.
  ///
  /// - Parameters:
  ///   - on: The queue that the handler is called on, always later than this call; nil is the thread that resolves
  ///     the promise, on the spot.
  ///   - flags: How the handler is put on the queue.
  ///   - body: Makes the next promise, or throws.
  @inlinable
  @_disfavoredOverload
  @available(swift, introduced: 6)
  public func then<U: Thenable>(
    on: DispatchQueue? = conf.Q.map,
    flags: DispatchWorkItemFlags? = nil,
    _ body: @escaping @Sendable (T) throws -> U
  ) -> Promise<U.T> {
    chaining(on: .on(on, flags), body)
  }

  /// Goes on, on the main actor, with the promise that `body` makes of the value.
  @inlinable
  @available(swift, introduced: 6)
  public func then<U: Thenable>(on: MainQueue = .main, _ body: @escaping @MainActor (T) throws -> U)
    -> Promise<U.T>
  {
    chaining(on: .mainQueue, onMainActor(body))
  }

  /// Makes another value of the value. An error skips it.
  @inlinable
  @_disfavoredOverload
  @available(swift, introduced: 6)
  public func map<U: Sendable>(
    on: DispatchQueue? = conf.Q.map,
    flags: DispatchWorkItemFlags? = nil,
    _ body: @escaping @Sendable (T) throws -> U
  ) -> Promise<U> {
    mapping(on: .on(on, flags), body)
  }

  /// Makes another value of the value, on the main actor.
  @inlinable
  @available(swift, introduced: 6)
  public func map<U: Sendable>(on: MainQueue = .main, _ body: @escaping @MainActor (T) throws -> U)
    -> Promise<U>
  {
    mapping(on: .mainQueue, onMainActor(body))
  }

  /// Makes another value of the value; where `body` gives nil, the promise is broken with
  /// `PMKError/compactMap(_:_:)`.
  @inlinable
  @_disfavoredOverload
  @available(swift, introduced: 6)
  public func compactMap<U: Sendable>(
    on: DispatchQueue? = conf.Q.map,
    flags: DispatchWorkItemFlags? = nil,
    _ body: @escaping @Sendable (T) throws -> U?
  ) -> Promise<U> {
    mapping(on: .on(on, flags)) { try required(try body($0), from: $0) }
  }

  /// Makes another value of the value, on the main actor; nil breaks the promise.
  @inlinable
  @available(swift, introduced: 6)
  public func compactMap<U: Sendable>(on: MainQueue = .main, _ body: @escaping @MainActor (T) throws -> U?)
    -> Promise<U>
  {
    let body = onMainActor(body)
    return mapping(on: .mainQueue) { try required(try body($0), from: $0) }
  }

  /// Takes the value. Stands at the end of a chain, before `catch`.
  @inlinable
  @_disfavoredOverload
  @available(swift, introduced: 6)
  public func done(
    on: DispatchQueue? = conf.Q.return,
    flags: DispatchWorkItemFlags? = nil,
    _ body: @escaping @Sendable (T) throws -> Void
  ) -> Promise<Void> {
    mapping(on: .on(on, flags), body)
  }

  /// Takes the value, on the main actor.
  @inlinable
  @available(swift, introduced: 6)
  public func done(on: MainQueue = .main, _ body: @escaping @MainActor (T) throws -> Void) -> Promise<Void> {
    mapping(on: .mainQueue, onMainActor(body))
  }

  /// Looks at the value and passes it on.
  @inlinable
  @_disfavoredOverload
  @available(swift, introduced: 6)
  public func get(
    on: DispatchQueue? = conf.Q.return,
    flags: DispatchWorkItemFlags? = nil,
    _ body: @escaping @Sendable (T) throws -> Void
  ) -> Promise<T> {
    mapping(on: .on(on, flags)) { value in
      try body(value)
      return value
    }
  }

  /// Looks at the value, on the main actor, and passes it on.
  @inlinable
  @available(swift, introduced: 6)
  public func get(on: MainQueue = .main, _ body: @escaping @MainActor (T) throws -> Void) -> Promise<T> {
    let body = onMainActor(body)
    return mapping(on: .mainQueue) { value in
      try body(value)
      return value
    }
  }

  /// Looks at the result, a value or an error, and passes it on.
  @inlinable
  @_disfavoredOverload
  @available(swift, introduced: 6)
  public func tap(
    on: DispatchQueue? = conf.Q.map,
    flags: DispatchWorkItemFlags? = nil,
    _ body: @escaping @Sendable (Result<T>) -> Void
  ) -> Promise<T> {
    looking(on: .on(on, flags), body)
  }

  /// Looks at the result, a value or an error, on the main actor, and passes it on.
  @inlinable
  @available(swift, introduced: 6)
  public func tap(on: MainQueue = .main, _ body: @escaping @MainActor (Result<T>) -> Void) -> Promise<T> {
    looking(on: .mainQueue, onMainActor(body))
  }

  /// Forgets the value.
  @inlinable
  public func asVoid() -> Promise<Void> {
    passing { _ in }
  }
}

/// The value that a `compactMap` made of `input`.
@inlinable
func required<Input: Sendable, Output>(_ output: Output?, from input: Input) throws -> Output {
  guard let output else { throw PMKError.compactMap(input, Output.self) }
  return output
}
