import ErrandsEager

/// The same, for code in Swift 5 mode, which leaves isolation to its author.
extension Task {
  @inlinable
  @available(swift, obsoleted: 6)
  @discardableResult
  public func continueWith<S: Sendable>(
    _ executor: Executor = .default,
    continuation: @escaping (Task) throws -> S
  ) -> Task<S> {
    continueWith(executor, cancellationToken: nil, continuation: unchecked(continuation))
  }

  @inlinable
  @available(swift, obsoleted: 6)
  @discardableResult
  public func continueWithTask<S: Sendable>(
    _ executor: Executor = .default,
    continuation: @escaping (Task) throws -> Task<S>
  ) -> Task<S> {
    continueWithTask(executor, cancellationToken: nil, continuation: unchecked(continuation))
  }

  @inlinable
  @available(swift, obsoleted: 6)
  @discardableResult
  public func continueOnSuccessWith<S: Sendable>(
    _ executor: Executor = .default,
    continuation: @escaping (TResult) throws -> S
  ) -> Task<S> {
    continueOnSuccessWith(executor, cancellationToken: nil, continuation: unchecked(continuation))
  }

  @inlinable
  @available(swift, obsoleted: 6)
  @discardableResult
  public func continueOnSuccessWithTask<S: Sendable>(
    _ executor: Executor = .default,
    continuation: @escaping (TResult) throws -> Task<S>
  ) -> Task<S> {
    continueOnSuccessWithTask(executor, cancellationToken: nil, continuation: unchecked(continuation))
  }

  @available(swift, obsoleted: 6)
  @discardableResult
  public func continueOnErrorWith(
    _ executor: Executor = .default,
    continuation: @escaping (any Error) throws -> TResult
  ) -> Task {
    continueOnErrorWith(executor, cancellationToken: nil, continuation: unchecked(continuation))
  }

  @available(swift, obsoleted: 6)
  @discardableResult
  public func continueOnErrorWith<E: Error>(
    _ executor: Executor = .default,
    continuation: @escaping (E) throws -> TResult
  ) -> Task {
    continueOnErrorWith(executor, cancellationToken: nil, continuation: unchecked(continuation))
  }

  @available(swift, obsoleted: 6)
  @discardableResult
  public func continueOnErrorWithTask(
    _ executor: Executor = .default,
    continuation: @escaping (any Error) throws -> Task
  ) -> Task {
    continueOnErrorWithTask(executor, cancellationToken: nil, continuation: unchecked(continuation))
  }

  @available(swift, obsoleted: 6)
  @discardableResult
  public func continueOnErrorWithTask<E: Error>(
    _ executor: Executor = .default,
    continuation: @escaping (E) throws -> Task
  ) -> Task {
    continueOnErrorWithTask(executor, cancellationToken: nil, continuation: unchecked(continuation))
  }
}
