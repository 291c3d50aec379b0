extension Task {
  /// A task that ends with what `closure` gives or throws. With the default executor the closure has been called
  /// when the initializer returns.
  ///
  /// - Parameters:
  ///   - executor: Where the closure is called.
  ///   - cancellationToken: Cancels the task. Where it is cancelled before the closure's turn, the closure is not
  ///     called.
  ///   - closure: The work. Throwing ``CancelledError`` or `CancellationError` cancels the task.
  @preconcurrency
  @_disfavoredOverload
  public convenience init(
    _ executor: Executor = .default,
    cancellationToken: CancellationToken? = nil,
    closure: @escaping @Sendable () throws -> TResult
  ) {
    self.init()
    tie(to: cancellationToken)
    finish(on: executor, with: ()) { try closure() }
  }

  /// The same as the initializer with a closure.
  @preconcurrency
  @_disfavoredOverload
  public class func execute(
    _ executor: Executor = .default,
    cancellationToken: CancellationToken? = nil,
    closure: @escaping @Sendable () throws -> TResult
  ) -> Task {
    Task(executor, cancellationToken: cancellationToken, closure: closure)
  }

  /// A task that ends as the task does that `closure` returns, or with the error that it throws.
  @preconcurrency
  @_disfavoredOverload
  public class func executeWithTask(
    _ executor: Executor = .default,
    cancellationToken: CancellationToken? = nil,
    closure: @escaping @Sendable () throws -> Task
  ) -> Task {
    let task = Task()
    task.tie(to: cancellationToken)
    task.adopt(on: executor, with: ()) { try closure() }
    return task
  }
}

extension Task {
  /// As with ``Executor/mainThread``, with a closure that belongs to the main actor.
  @available(swift, introduced: 6)
  public convenience init(
    _ mainThread: MainThread,
    cancellationToken: CancellationToken? = nil,
    closure: @escaping @MainActor @Sendable () throws -> TResult
  ) {
    self.init(Executor.mainThread, cancellationToken: cancellationToken) {
      try MainActor.assumeIsolated { try closure() }
    }
  }

  /// As with ``Executor/mainThread``, with a closure that belongs to the main actor.
  @available(swift, introduced: 6)
  public class func execute(
    _ mainThread: MainThread,
    cancellationToken: CancellationToken? = nil,
    closure: @escaping @MainActor @Sendable () throws -> TResult
  ) -> Task {
    Task(mainThread, cancellationToken: cancellationToken, closure: closure)
  }

  /// As with ``Executor/mainThread``, with a closure that belongs to the main actor.
  @available(swift, introduced: 6)
  public class func executeWithTask(
    _ mainThread: MainThread,
    cancellationToken: CancellationToken? = nil,
    closure: @escaping @MainActor @Sendable () throws -> Task
  ) -> Task {
    executeWithTask(Executor.mainThread, cancellationToken: cancellationToken) {
      try MainActor.assumeIsolated { try closure() }
    }
  }
}
