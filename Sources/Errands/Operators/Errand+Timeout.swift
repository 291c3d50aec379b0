extension Errand {
  /// The same work with a deadline: once `limit` has passed, the run fails with the error that `error` makes,
  /// at once, and the work is cancelled.
  public func timeout<C: Clock>(
    after limit: C.Duration,
    clock: C = ContinuousClock(),
    error: @escaping @Sendable () -> any Error = { TimeoutError() }
  ) -> Errand where C.Duration: Sendable {
    around { upstream, callback in
      // Counted from before the beginning: work that takes long to begin has that time less.
      let instant = clock.now.advanced(by: limit)
      guard let run = upstream.begin(for: callback) else { return }
      let deadline = clock.call(at: instant) { run.stop(with: error()) }
      callback.run.settlement.whenSettled { _ in deadline.cancel() }
    }
  }
}

/// The work did not end in time.
public struct TimeoutError: Error, Sendable, Equatable, CustomStringConvertible {
  public init() {}

  public var description: String { "The work did not end within its time limit." }
}
