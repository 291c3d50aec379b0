extension Clock where Duration: Sendable {
  /// Calls `action` once `limit` has passed on this clock, unless it is cancelled before; on a thread that
  /// may block.
  @usableFromInline
  package func call(after limit: Duration, _ action: @escaping @Sendable () -> Void) -> any Cancellable {
    call(at: instant(after: limit), action)
  }

  /// The time when `limit` has passed. More than 200 years are taken for 200, as the clocks cannot count
  /// farther.
  package func instant(after limit: Duration) -> Instant {
    let longest = Swift.Duration.seconds(6_000_000_000)
    guard let duration = limit as? Swift.Duration, duration > longest || duration < .zero - longest else {
      return now.advanced(by: limit)
    }
    return now.advanced(by: (duration > longest ? longest : .zero) as? Duration ?? limit)
  }

  /// Calls `action` once the time has come, or soon where it has passed, unless it is cancelled before; on a
  /// thread that may block.
  package func call(at instant: Instant, _ action: @escaping @Sendable () -> Void) -> any Cancellable {
    if let instant = instant as? ContinuousClock.Instant, self is ContinuousClock {
      let place = DeadlineQueue.continuous.add(at: instant, action)
      return Deadline { DeadlineQueue.continuous.remove(place) }
    }
    let latest = (Swift.Duration.seconds(Int64.max) as? Duration).map { self.instant(after: $0) }
    let timer = Task.detached {
      do {
        try await sleep(until: latest.map { min($0, instant) } ?? instant, tolerance: nil)
      } catch is CancellationError {
        return
      } catch {
        // A clock that cannot sleep must not keep its callers waiting for ever.
      }
      WorkerThreads.shared.start(action)
    }
    return Deadline { timer.cancel() }
  }
}

private struct Deadline: Cancellable {
  let takeAway: @Sendable () -> Void

  func cancel() { takeAway() }
}

extension Duration {
  /// So many seconds, no less than none. What is not a number, or more than a clock can count, is a century.
  package static func lasting(_ seconds: Double) -> Duration {
    seconds < secondsOfACentury ? .seconds(max(seconds, 0)) : aCentury
  }

  /// As good as never, and no more than a clock can count.
  package static let aCentury = Duration.seconds(secondsOfACentury)
}

private let secondsOfACentury = 3_155_760_000.0
