import ErrandsEager

/// The same, for code in Swift 5 mode, which leaves isolation to its author.
extension Task {
  /// Calls the continuation with this task when it has ended, however it did. For code in Swift 5 mode, which
  /// leaves isolation to its author.
  @inlinable
  @available(swift, obsoleted: 6)
  @discardableResult
  public func continueWith<S: Sendable>(
    _ executor: Executor = .default,
    continuation: @escaping (Task) throws -> S
  ) -> Task<S> {
    continueWith(executor, cancellationToken: nil, continuation: unchecked(continuation))
  }

  /// As `continueWith`, with a continuation that answers with a task: the returned one ends as that one does. For
  /// code in Swift 5 mode, which leaves isolation to its author.
  @inlinable
  @available(swift, obsoleted: 6)
  @discardableResult
  public func continueWithTask<S: Sendable>(
    _ executor: Executor = .default,
    continuation: @escaping (Task) throws -> Task<S>
  ) -> Task<S> {
    continueWithTask(executor, cancellationToken: nil, continuation: unchecked(continuation))
  }

  /// Calls the continuation with the result when this task has succeeded. Where it has failed or was cancelled,
  /// so has or was the returned task, and the executor has nothing to do with it. For code in Swift 5 mode, which
  /// leaves isolation to its author.
  @inlinable
  @available(swift, obsoleted: 6)
  @discardableResult
  public func continueOnSuccessWith<S: Sendable>(
    _ executor: Executor = .default,
    continuation: @escaping (TResult) throws -> S
  ) -> Task<S> {
    continueOnSuccessWith(executor, cancellationToken: nil, continuation: unchecked(continuation))
  }

  /// As `continueOnSuccessWith`, with a continuation that answers with a task: the returned one ends as that one
  /// does. For code in Swift 5 mode, which leaves isolation to its author.
  @inlinable
  @available(swift, obsoleted: 6)
  @discardableResult
  public func continueOnSuccessWithTask<S: Sendable>(
    _ executor: Executor = .default,
    continuation: @escaping (TResult) throws -> Task<S>
  ) -> Task<S> {
    continueOnSuccessWithTask(executor, cancellationToken: nil, continuation: unchecked(continuation))
  }

  /// Calls the continuation with the error when this task has failed. Where it has succeeded or was cancelled, so
  /// has or was the returned task. For code in Swift 5 mode, which leaves isolation to its author.
  @available(swift, obsoleted: 6)
  @discardableResult
  public func continueOnErrorWith(
    _ executor: Executor = .default,
    continuation: @escaping (any Error) throws -> TResult
  ) -> Task {
    continueOnErrorWith(executor, cancellationToken: nil, continuation: unchecked(continuation))
  }

  /// As `continueOnErrorWith` for every error, but for those of one type; others pass on unchanged, by way of the
  /// executor. For code in Swift 5 mode, which leaves isolation to its author.
  @available(swift, obsoleted: 6)
  @discardableResult
  public func continueOnErrorWith<E: Error>(
    _ executor: Executor = .default,
    continuation: @escaping (E) throws -> TResult
  ) -> Task {
    continueOnErrorWith(executor, cancellationToken: nil, continuation: unchecked(continuation))
  }

  /// As `continueOnErrorWith`, with a continuation that answers with a task: the returned one ends as that one
  /// does. For code in Swift 5 mode, which leaves isolation to its author.
  @available(swift, obsoleted: 6)
  @discardableResult
  public func continueOnErrorWithTask(
    _ executor: Executor = .default,
    continuation: @escaping (any Error) throws -> Task
  ) -> Task {
    continueOnErrorWithTask(executor, cancellationToken: nil, continuation: unchecked(continuation))
  }

  /// As `continueOnErrorWithTask` for every error, but for those of one type; others pass on unchanged, by way of
  /// the executor. For code in Swift 5 mode, which leaves isolation to its author.
  @available(swift, obsoleted: 6)
  @discardableResult
  public func continueOnErrorWithTask<E: Error>(
    _ executor: Executor = .default,
    continuation: @escaping (E) throws -> Task
  ) -> Task {
    continueOnErrorWithTask(executor, cancellationToken: nil, continuation: unchecked(continuation))
  }
}
