/// What `.mainThread` means from Swift 6 on: the closures belong to the main actor, and the compiler knows it.
extension Task {
  /// As with ``Executor/mainThread``, with a continuation that belongs to the main actor.
  @available(swift, introduced: 6)
  @discardableResult
  public func continueWith<S: Sendable>(
    _ mainThread: MainThread,
    cancellationToken: CancellationToken? = nil,
    continuation: @escaping @MainActor @Sendable (Task) throws -> S
  ) -> Task<S> {
    continueWith(Executor.mainThread, cancellationToken: cancellationToken) { given in
      try MainActor.assumeIsolated { try continuation(given) }
    }
  }

  /// As with ``Executor/mainThread``, with a continuation that belongs to the main actor.
  @available(swift, introduced: 6)
  @discardableResult
  public func continueWithTask<S: Sendable>(
    _ mainThread: MainThread,
    cancellationToken: CancellationToken? = nil,
    continuation: @escaping @MainActor @Sendable (Task) throws -> Task<S>
  ) -> Task<S> {
    continueWithTask(Executor.mainThread, cancellationToken: cancellationToken) { given in
      try MainActor.assumeIsolated { try continuation(given) }
    }
  }

  /// As with ``Executor/mainThread``, with a continuation that belongs to the main actor.
  @available(swift, introduced: 6)
  @discardableResult
  public func continueOnSuccessWith<S: Sendable>(
    _ mainThread: MainThread,
    cancellationToken: CancellationToken? = nil,
    continuation: @escaping @MainActor @Sendable (TResult) throws -> S
  ) -> Task<S> {
    continueOnSuccessWith(Executor.mainThread, cancellationToken: cancellationToken) { given in
      try MainActor.assumeIsolated { try continuation(given) }
    }
  }

  /// As with ``Executor/mainThread``, with a continuation that belongs to the main actor.
  @available(swift, introduced: 6)
  @discardableResult
  public func continueOnSuccessWithTask<S: Sendable>(
    _ mainThread: MainThread,
    cancellationToken: CancellationToken? = nil,
    continuation: @escaping @MainActor @Sendable (TResult) throws -> Task<S>
  ) -> Task<S> {
    continueOnSuccessWithTask(Executor.mainThread, cancellationToken: cancellationToken) { given in
      try MainActor.assumeIsolated { try continuation(given) }
    }
  }
}

extension Task {
  /// As with ``Executor/mainThread``, with a continuation that belongs to the main actor.
  @available(swift, introduced: 6)
  @discardableResult
  public func continueOnErrorWith(
    _ mainThread: MainThread,
    cancellationToken: CancellationToken? = nil,
    continuation: @escaping @MainActor @Sendable (any Error) throws -> TResult
  ) -> Task {
    continueOnErrorWith(Executor.mainThread, cancellationToken: cancellationToken) { (given: any Error) in
      try MainActor.assumeIsolated { try continuation(given) }
    }
  }

  /// As with ``Executor/mainThread``, with a continuation that belongs to the main actor.
  @available(swift, introduced: 6)
  @discardableResult
  public func continueOnErrorWith<E: Error>(
    _ mainThread: MainThread,
    cancellationToken: CancellationToken? = nil,
    continuation: @escaping @MainActor @Sendable (E) throws -> TResult
  ) -> Task {
    continueOnErrorWith(Executor.mainThread, cancellationToken: cancellationToken) { (given: E) in
      try MainActor.assumeIsolated { try continuation(given) }
    }
  }

  /// As with ``Executor/mainThread``, with a continuation that belongs to the main actor.
  @available(swift, introduced: 6)
  @discardableResult
  public func continueOnErrorWithTask(
    _ mainThread: MainThread,
    cancellationToken: CancellationToken? = nil,
    continuation: @escaping @MainActor @Sendable (any Error) throws -> Task
  ) -> Task {
    continueOnErrorWithTask(Executor.mainThread, cancellationToken: cancellationToken) { (given: any Error) in
      try MainActor.assumeIsolated { try continuation(given) }
    }
  }

  /// As with ``Executor/mainThread``, with a continuation that belongs to the main actor.
  @available(swift, introduced: 6)
  @discardableResult
  public func continueOnErrorWithTask<E: Error>(
    _ mainThread: MainThread,
    cancellationToken: CancellationToken? = nil,
    continuation: @escaping @MainActor @Sendable (E) throws -> Task
  ) -> Task {
    continueOnErrorWithTask(Executor.mainThread, cancellationToken: cancellationToken) { (given: E) in
      try MainActor.assumeIsolated { try continuation(given) }
    }
  }
}
