extension Errand {
  /// The same work, and where it fails, the work that `next` answers with. Where that throws, the run fails
  /// with the error that was thrown.
  ///
  /// Cancellation is no failure: `next` is not called for it.
  ///
  /// ```swift
  /// let shown = chart.recover { error in .success(Chart.empty) }
  /// ```
  @inlinable
  public func recover(_ next: @escaping @Sendable (any Error) throws -> Errand) -> Errand {
    step(
      .failure { error in
        if error is CancellationError { return .failure(error) }
        do { return try next(error).erased } catch { return .failure(error) }
      }
    )
  }
}
