extension Errand {
  /// The same work, and what `transform` makes of its value. Where it throws, the run fails with that error.
  ///
  /// ```swift
  /// let title = chart.map { chart in chart.title }
  /// ```
  @inlinable
  public func map<New: Sendable>(
    _ transform: @escaping @Sendable (Value) throws -> New
  ) -> Errand<New> {
    step(
      .value { settled in
        do {
          return .value(ValueBox(.success(try transform(Self.value(of: settled)))))
        } catch {
          return .failure(error)
        }
      }
    )
  }

  /// The same work, with another error where it fails. Cancellation is no failure, and stays what it is.
  @inlinable
  public func mapError(_ transform: @escaping @Sendable (any Error) -> any Error) -> Errand {
    step(.failure { error in .failure(error is CancellationError ? error : transform(error)) })
  }

  /// The value that the step before hands over.
  @inlinable
  static func value(of settled: AnyObject) throws -> Value {
    try unsafeDowncast(settled, to: ValueBox<Value>.self).outcome.get()
  }
}
