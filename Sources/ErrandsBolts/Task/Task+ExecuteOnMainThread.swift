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
