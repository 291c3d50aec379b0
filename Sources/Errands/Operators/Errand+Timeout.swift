extension Errand {
  /// The same work with a deadline: once `limit` has passed, the run fails with the error that `error` makes,
  /// at once, and the work is cancelled.
  public func timeout<C: Clock>(
    after limit: C.Duration,
    clock: C = ContinuousClock(),
    error: @escaping @Sendable () -> any Error = { TimeoutError() }
  ) -> Errand where C.Duration: Sendable {
    starting { callback, start in
      // The timer holds the run, not the callback, which would keep the run from ever being abandoned.
      let run = callback.run
      let deadline = clock.now.advanced(by: limit)
      let timer = Task {
        guard (try? await clock.sleep(until: deadline, tolerance: nil)) != nil else { return }
        run.stop(with: error())
      }
      run.handle(on: .immediate) { _ in timer.cancel() }
      start(callback)
    }
  }
}

/// The work did not end in time.
public struct TimeoutError: Error, Sendable, Equatable, CustomStringConvertible {
  public init() {}

  public var description: String { "The work did not end within its time limit." }
}
