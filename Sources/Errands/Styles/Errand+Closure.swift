extension Errand {
  /// Starts the work and calls `completion` once, where `delivery` says.
  @inlinable @inline(__always)
  @discardableResult
  public func run(
    in scope: Scope? = nil,
    on delivery: Delivery,
    completion: @escaping @Sendable (Result<Value, any Error>) -> Void
  ) -> Run<Value> {
    begin(in: scope) { $0.whenSettled(on: delivery, completion) }
  }

  /// Starts the work and calls `completion` once, on the main actor.
  @inlinable
  @discardableResult
  public func run(
    in scope: Scope? = nil,
    completion: @escaping @MainActor (Result<Value, any Error>) -> Void
  ) -> Run<Value> {
    begin(in: scope) { $0.whenSettled(completion) }
  }

  /// Starts the work and calls `completion` once, where `delivery` says, unless `owner` is gone by then.
  @inlinable
  @discardableResult
  public func run<Owner: AnyObject & Sendable>(
    for owner: Owner,
    in scope: Scope? = nil,
    on delivery: Delivery,
    completion: @escaping @Sendable (Owner, Result<Value, any Error>) -> Void
  ) -> Run<Value> {
    begin(in: scope) { $0.whenSettled(for: owner, on: delivery, completion) }
  }

  /// Starts the work and calls `completion` once, on the main actor, unless `owner` is gone by then.
  @inlinable
  @discardableResult
  public func run<Owner: AnyObject & Sendable>(
    for owner: Owner,
    in scope: Scope? = nil,
    completion: @escaping @MainActor (Owner, Result<Value, any Error>) -> Void
  ) -> Run<Value> {
    begin(in: scope) { $0.whenSettled(for: owner, completion) }
  }

  /// Starts the work and calls `completion` once with a typed error, where `delivery` says.
  ///
  /// - Parameter mapError: Turns any error, cancellation too, into the type that the completion speaks.
  @inlinable
  @discardableResult
  public func run<Failure: Error>(
    in scope: Scope? = nil,
    on delivery: Delivery,
    mapError: @escaping @Sendable (any Error) -> Failure,
    completion: @escaping @Sendable (Result<Value, Failure>) -> Void
  ) -> Run<Value> {
    run(in: scope, on: delivery) { completion($0.mapError(mapError)) }
  }

  /// Starts the work and calls `completion` once with the value or the error, and nil for the other.
  @inlinable
  @discardableResult
  public func run(
    in scope: Scope? = nil,
    on delivery: Delivery,
    completion: @escaping @Sendable (Value?, (any Error)?) -> Void
  ) -> Run<Value> {
    run(in: scope, on: delivery) { (outcome: Result<Value, any Error>) in
      switch outcome {
      case .success(let value): completion(value, nil)
      case .failure(let error): completion(nil, error)
      }
    }
  }

  /// Starts the work and calls `completion` once with its error, or nil where it succeeded.
  @inlinable
  @discardableResult
  public func runForError(
    in scope: Scope? = nil,
    on delivery: Delivery,
    completion: @escaping @Sendable ((any Error)?) -> Void
  ) -> Run<Value> {
    run(in: scope, on: delivery) { (_: Value?, error: (any Error)?) in completion(error) }
  }
}
