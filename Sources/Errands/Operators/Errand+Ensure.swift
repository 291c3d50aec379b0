extension Errand {
  /// The same work, and `body` is called once when it is over, however it ended: with a value, an error, or
  /// cancelled. It is called before those who wait for the run are told.
  ///
  /// ```swift
  /// let tidied = chart.ensure { spinner.hide() }
  /// ```
  @inlinable
  public func ensure(_ body: @escaping @Sendable () -> Void) -> Errand {
    step(.ending(body))
  }
}
