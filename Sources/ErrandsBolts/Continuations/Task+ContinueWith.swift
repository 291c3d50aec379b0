import Errands
import ErrandsEager

extension Task {
  /// Calls the continuation with this task when it has ended, however it did.
  ///
  /// - Parameters:
  ///   - executor: Where the continuation is called.
  ///   - cancellationToken: Cancels the returned task at once. Where that comes before the continuation's turn,
  ///     the continuation is not called.
  ///   - continuation: Is given this very task. Throwing ``CancelledError`` or `CancellationError` cancels the
  ///     returned task.
  /// - Returns: A task that ends with what the continuation gives or throws.
  @preconcurrency
  @_disfavoredOverload
  @inlinable
  @discardableResult
  public func continueWith<S: Sendable>(
    _ executor: Executor = .default,
    cancellationToken: CancellationToken? = nil,
    continuation: @escaping @Sendable (Task) throws -> S
  ) -> Task<S> {
    if let cancellationToken, cancellationToken.cancellationRequested { return Task<S>.cancelledTask() }
    let next = Task<S>(source: self)
    // Strongly held: the cycle ends when the task does, at the latest when its source is dropped.
    pass(to: next, as: executor.kind) { outcome in
      if let loss = outcome.loss {
        next.settle(.failure(loss))
      } else {
        next.finish(on: executor, with: self, continuation)
      }
    }
    if let cancellationToken { next.tie(to: cancellationToken) }
    return next
  }

  /// As `continueWith`, with a continuation that answers with a task: the returned one ends as that one does.
  @preconcurrency
  @_disfavoredOverload
  @inlinable
  @discardableResult
  public func continueWithTask<S: Sendable>(
    _ executor: Executor = .default,
    cancellationToken: CancellationToken? = nil,
    continuation: @escaping @Sendable (Task) throws -> Task<S>
  ) -> Task<S> {
    if let cancellationToken, cancellationToken.cancellationRequested { return Task<S>.cancelledTask() }
    let next = Task<S>(source: self)
    pass(to: next, as: executor.kind) { outcome in
      if let loss = outcome.loss {
        next.settle(.failure(loss))
      } else {
        next.adopt(on: executor, with: self, continuation)
      }
    }
    if let cancellationToken { next.tie(to: cancellationToken) }
    return next
  }
}

extension Result where Failure == any Error {
  /// The error of a task that was abandoned, and whose continuations are not called.
  @inlinable
  var loss: (any Error)? {
    guard case .failure(let error) = self, isAbandonment else { return nil }
    return error
  }
}
