extension Clock where Duration: Sendable {
  /// Calls `action` once `limit` has passed on this clock, unless it is cancelled before.
  func call(after limit: Duration, _ action: @escaping @Sendable () -> Void) -> any Cancellable {
    if let limit = limit as? Swift.Duration, self is ContinuousClock {
      let number = DeadlineQueues.continuous.add(after: limit, action)
      return Deadline { DeadlineQueues.continuous.remove(number) }
    }
    let instant = now.advanced(by: limit)
    let timer = Task.detached {
      do {
        try await sleep(until: instant, tolerance: nil)
      } catch is CancellationError {
        return
      } catch {
        // A clock that cannot sleep must not keep anybody waiting for ever.
      }
      action()
    }
    return Deadline { timer.cancel() }
  }
}

private struct Deadline: Cancellable {
  let takeAway: @Sendable () -> Void

  func cancel() { takeAway() }
}
