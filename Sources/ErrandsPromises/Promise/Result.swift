/// How a promise ended. Bears PromiseKit's name and shadows `Swift.Result` in files that import the module.
public enum Result<T> {
  /// It was kept.
  case fulfilled(T)
  /// It was broken, with this error.
  case rejected(any Error)
}

extension Result: Sendable where T: Sendable {}

extension Result {
  /// Whether there is a value.
  @inlinable
  public var isFulfilled: Bool {
    if case .fulfilled = self { true } else { false }
  }

  /// The same as the standard library says it.
  @inlinable
  public init(_ outcome: Swift.Result<T, any Error>) {
    switch outcome {
    case .success(let value): self = .fulfilled(value)
    case .failure(let error): self = .rejected(error)
    }
  }

  /// The same as the standard library, and the rest of this package, says it.
  @inlinable
  public var outcome: Swift.Result<T, any Error> {
    switch self {
    case .fulfilled(let value): .success(value)
    case .rejected(let error): .failure(error)
    }
  }
}
