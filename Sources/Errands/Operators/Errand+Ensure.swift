extension Errand {
  /// The same work, and `body` is called once when it is over, however it ended: with a value, an error, or
  /// cancelled. It is called before the run's awaiters and handlers are told.
  ///
  /// Two cases to know: where the run is cancelled while a closure of the chain before it is at work on
  /// another thread, `body` is called when that closure has returned; and work that never begins, because its
  /// scope has ended or it was cancelled before, has no end to look at.
  ///
  /// ```swift
  /// let tidied = chart.ensure { spinner.hide() }
  /// ```
  @inlinable
  public func ensure(_ body: @escaping @Sendable () -> Void) -> Errand {
    step(.ending(body))
  }
}
