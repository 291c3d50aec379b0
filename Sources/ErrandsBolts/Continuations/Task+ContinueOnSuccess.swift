import Errands
import ErrandsEager

extension Task {
  /// Calls the continuation with the result when this task has succeeded. Where it has failed or was cancelled,
  /// so has or was the returned task, and the executor has nothing to do with it.
  ///
  /// - Parameters:
  ///   - executor: Where the continuation is called.
  ///   - cancellationToken: Cancels the returned task at once. Where that comes before the continuation's turn,
  ///     the continuation is not called.
  ///   - continuation: Throwing ``CancelledError`` or `CancellationError` cancels the returned task.
  /// - Returns: A task that ends with what the continuation gives or throws.
  @preconcurrency
  @_disfavoredOverload
  @inlinable
  @discardableResult
  public func continueOnSuccessWith<S: Sendable>(
    _ executor: Executor = .default,
    cancellationToken: CancellationToken? = nil,
    continuation: @escaping @Sendable (TResult) throws -> S
  ) -> Task<S> {
    if let cancellationToken, cancellationToken.cancellationRequested { return Task<S>.cancelledTask() }
    let next = Task<S>(source: self)
    pass(to: next, as: executor.kind) { outcome in
      switch outcome {
      case .success(let result): next.finish(on: executor, with: result, continuation)
      case .failure(let error): next.settle(.failure(error))
      }
    }
    if let cancellationToken { next.tie(to: cancellationToken) }
    return next
  }

  /// As `continueOnSuccessWith`, with a continuation that answers with a task: the returned one ends as that one
  /// does.
  @preconcurrency
  @_disfavoredOverload
  @inlinable
  @discardableResult
  public func continueOnSuccessWithTask<S: Sendable>(
    _ executor: Executor = .default,
    cancellationToken: CancellationToken? = nil,
    continuation: @escaping @Sendable (TResult) throws -> Task<S>
  ) -> Task<S> {
    if let cancellationToken, cancellationToken.cancellationRequested { return Task<S>.cancelledTask() }
    let next = Task<S>(source: self)
    pass(to: next, as: executor.kind) { outcome in
      switch outcome {
      case .success(let result): next.adopt(on: executor, with: result, continuation)
      case .failure(let error): next.settle(.failure(error))
      }
    }
    if let cancellationToken { next.tie(to: cancellationToken) }
    return next
  }
}
