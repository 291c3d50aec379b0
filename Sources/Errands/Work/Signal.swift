/// An outcome whose type has been forgotten.
@usableFromInline
enum Signal: Sendable {
  /// An object of class ``Settled``.
  case value(AnyObject & Sendable)
  case failure(any Error)

  var errand: AnyErrand {
    switch self {
    case .value(let value): .value(value)
    case .failure(let error): .failure(error)
    }
  }

  @inlinable
  init<Value: Sendable>(_ outcome: Result<Value, any Error>) {
    switch outcome {
    case .success: self = .value(Settled(outcome))
    case .failure(let error): self = .failure(error)
    }
  }

  /// The outcome, by one who knows its type.
  @inlinable
  func outcome<Value: Sendable>(of type: Value.Type) -> Result<Value, any Error> {
    switch self {
    case .value(let value): unsafeDowncast(value, to: Settled<Value>.self).outcome
    case .failure(let error): .failure(error)
    }
  }
}
