extension Task {
  /// Calls the continuation with the error when this task has failed. Where it has succeeded or was cancelled, so
  /// has or was the returned task.
  ///
  /// - Parameters:
  ///   - executor: Where the continuation is called.
  ///   - cancellationToken: Cancels the returned task at once. Where that comes before the continuation's turn,
  ///     the continuation is not called.
  ///   - continuation: Throwing ``CancelledError`` or `CancellationError` cancels the returned task.
  /// - Returns: A task that ends with what the continuation gives or throws.
  @preconcurrency
  @_disfavoredOverload
  @discardableResult
  public func continueOnErrorWith(
    _ executor: Executor = .default,
    cancellationToken: CancellationToken? = nil,
    continuation: @escaping @Sendable (any Error) throws -> TResult
  ) -> Task {
    onError(executor, cancellationToken) { error, next in next.finish(on: executor, with: error, continuation)
    }
  }

  /// As `continueOnErrorWith` for every error, but for those of one type; others pass on unchanged, by way of the
  /// executor.
  @preconcurrency
  @_disfavoredOverload
  @discardableResult
  public func continueOnErrorWith<E: Error>(
    _ executor: Executor = .default,
    cancellationToken: CancellationToken? = nil,
    continuation: @escaping @Sendable (E) throws -> TResult
  ) -> Task {
    onError(executor, cancellationToken) { error, next in
      // As a task: thrown, a `CancelledError` that was set would cancel.
      next.adopt(on: executor, with: error) { error in
        guard let error = error as? E else { return Task(error: error) }
        return Task(try continuation(error))
      }
    }
  }

  /// As `continueOnErrorWith`, with a continuation that answers with a task: the returned one ends as that one
  /// does.
  @preconcurrency
  @_disfavoredOverload
  @discardableResult
  public func continueOnErrorWithTask(
    _ executor: Executor = .default,
    cancellationToken: CancellationToken? = nil,
    continuation: @escaping @Sendable (any Error) throws -> Task
  ) -> Task {
    onError(executor, cancellationToken) { error, next in next.adopt(on: executor, with: error, continuation)
    }
  }

  /// As `continueOnErrorWithTask` for every error, but for those of one type; others pass on unchanged, by way of
  /// the executor.
  @preconcurrency
  @_disfavoredOverload
  @discardableResult
  public func continueOnErrorWithTask<E: Error>(
    _ executor: Executor = .default,
    cancellationToken: CancellationToken? = nil,
    continuation: @escaping @Sendable (E) throws -> Task
  ) -> Task {
    onError(executor, cancellationToken) { error, next in
      next.adopt(on: executor, with: error) { error in
        guard let error = error as? E else { return Task(error: error) }
        return try continuation(error)
      }
    }
  }

  private func onError(
    _ executor: Executor,
    _ cancellationToken: CancellationToken?,
    _ handler: @escaping @Sendable (any Error, Task) -> Void
  ) -> Task {
    if let cancellationToken, cancellationToken.cancellationRequested { return .cancelledTask() }
    let next = Task(source: self)
    pass(to: next, as: executor.kind) { outcome in
      switch TaskState(outcome) {
      case .error(let error): handler(error, next)
      case .pending, .success, .cancelled: next.settle(outcome)
      }
    }
    next.tie(to: cancellationToken)
    return next
  }
}
