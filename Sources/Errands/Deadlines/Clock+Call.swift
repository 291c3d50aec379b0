extension Clock where Duration: Sendable {
  /// Calls `action` once `limit` has passed on this clock, unless it is cancelled before.
  package func call(after limit: Duration, _ action: @escaping @Sendable () -> Void) -> any Cancellable {
    call(at: now.advanced(by: limit), action)
  }

  /// Calls `action` once the time has come, or at once where it has passed, unless it is cancelled before.
  package func call(at instant: Instant, _ action: @escaping @Sendable () -> Void) -> any Cancellable {
    if let instant = instant as? ContinuousClock.Instant, self is ContinuousClock {
      let number = DeadlineQueues.continuous.add(at: instant, action)
      return Deadline { DeadlineQueues.continuous.remove(number) }
    }
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
