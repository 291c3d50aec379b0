extension Errand {
  /// The same work with a deadline: once `limit` has passed, the run fails with the error that `error` makes,
  /// at once, and the work is cancelled.
  public func timeout<C: Clock>(
    after limit: C.Duration,
    clock: C = ContinuousClock(),
    error: @escaping @Sendable () -> any Error = { TimeoutError() }
  ) -> Errand where C.Duration: Sendable {
    if let limit = limit as? Duration, clock is ContinuousClock {
      return withDeadline { run in
        let deadline = DeadlineQueues.continuous.add(after: limit) { run.stop(with: error()) }
        return { DeadlineQueues.continuous.remove(deadline) }
      }
    }
    return withDeadline { run in
      let deadline = clock.now.advanced(by: limit)
      let timer = Task {
        guard (try? await clock.sleep(until: deadline, tolerance: nil)) != nil else { return }
        run.stop(with: error())
      }
      return { timer.cancel() }
    }
  }

  /// - Parameter set: Sets the deadline of a run, and gives what takes it away again.
  private func withDeadline(_ set: @escaping @Sendable (Run<Value>) -> @Sendable () -> Void) -> Errand {
    starting { callback, start in
      // The deadline holds the run, not the callback, which would keep the run from ever being abandoned.
      let takeAway = set(callback.run)
      callback.run.settlement.whenSettled { _ in takeAway() }
      start(callback)
    }
  }
}

/// The work did not end in time.
public struct TimeoutError: Error, Sendable, Equatable, CustomStringConvertible {
  public init() {}

  public var description: String { "The work did not end within its time limit." }
}
