extension Errand {
  /// The same work, and then the work that `next` answers with. Where it throws, the run fails with that
  /// error.
  ///
  /// A chain is one run, however long it is: cancelling it cancels whichever work it has come to, and its
  /// steps are taken in a loop. An errand that goes on with itself for ever needs no more stack or memory for
  /// that.
  ///
  /// ```swift
  /// let cover = chart.flatMap { chart in picture(at: chart.cover) }
  /// ```
  @inlinable
  public func flatMap<New: Sendable>(
    _ next: @escaping @Sendable (Value) throws -> Errand<New>
  ) -> Errand<New> {
    step(
      .value { settled in
        do {
          return try next(Self.value(of: settled)).erased
        } catch {
          return .failure(error)
        }
      }
    )
  }
}
