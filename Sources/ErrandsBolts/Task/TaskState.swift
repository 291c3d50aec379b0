import ErrandsEager

/// How a task stands, in the words of Bolts.
enum TaskState<TResult: Sendable>: Sendable {
  case pending
  case success(TResult)
  case error(any Error)
  case cancelled

  /// An abandoned task counts as pending: a Bolts task whose source was dropped is, for ever.
  init(_ outcome: Result<TResult, any Error>?) {
    switch outcome {
    case nil: self = .pending
    case .success(let result): self = .success(result)
    case .failure(let error) where error is CancellationError: self = .cancelled
    case .failure(let error): self = error is Abandonment ? .pending : .error(error)
    }
  }
}
