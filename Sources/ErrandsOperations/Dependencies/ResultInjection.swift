import Errands

/// What makes the type of a subclass known where results are injected into it. All operations of this module
/// conform.
public protocol ResultInjection: AnyAsyncOperation {}

extension AnyAsyncOperation: ResultInjection {}

extension ResultInjection {
  /// Depends on another operation, and hands its value to this one.
  ///
  /// ```swift
  /// filter.injectResult(from: download) { filter, data in filter.input = data }
  /// ```
  ///
  /// - Parameter take: Called once, on the thread that starts this operation, before it works; not where the
  ///   other operation failed or was cancelled, which becomes this one's outcome.
  /// - Returns: The operation itself.
  @discardableResult
  public func injectResult<Input: Sendable>(
    from dependency: AsyncOperation<Input>,
    _ take: @escaping @Sendable (_ dependent: Self, _ value: Input) -> Void
  ) -> Self {
    inject(dependency, .fail) { dependent, outcome in
      switch outcome {
      case .success(let value): take(dependent, value)
      case .failure(let error): dependent.end(with: error)
      }
    }
  }

  /// Depends on another operation, and hands its outcome to this one, which works also where the other one
  /// failed or was cancelled.
  ///
  /// - Parameter take: Called once, on the thread that starts this operation, before it works.
  /// - Returns: The operation itself.
  @discardableResult
  public func injectOutcome<Input: Sendable>(
    from dependency: AsyncOperation<Input>,
    _ take: @escaping @Sendable (_ dependent: Self, _ outcome: Result<Input, any Error>) -> Void
  ) -> Self {
    inject(dependency, .run, take)
  }

  private func inject<Input: Sendable>(
    _ dependency: AsyncOperation<Input>,
    _ policy: DependencyPolicy,
    _ take: @escaping @Sendable (Self, Result<Input, any Error>) -> Void
  ) -> Self {
    let input = OperationResult(of: dependency)
    state.withLock { state in
      state.open { [weak self] in
        if let self { take(self, input.outcome) }
      }
    }
    addDependency(dependency, whenItFails: policy)
    return self
  }
}
