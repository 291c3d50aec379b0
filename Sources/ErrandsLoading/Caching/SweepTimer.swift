import Errands

/// Does something every so often, until it is let go of.
final class SweepTimer: Sendable {
  private let clock: any Clock<Duration>
  private let period: Duration
  private let action: @Sendable () -> Void
  private let next = Lock<(any Cancellable)?>(nil)

  /// - Parameter action: Called on a thread that may block.
  init(every period: Duration, on clock: any Clock<Duration>, _ action: @escaping @Sendable () -> Void) {
    self.clock = clock
    self.period = period
    self.action = action
    wait()
  }

  deinit { next.withLock { $0 }?.cancel() }

  private func wait() {
    // Weak: the timer ends with its owner, and not the other way round.
    let deadline = clock.call(after: period) { [weak self] in self?.fire() }
    next.withLock { $0 = deadline }
  }

  private func fire() {
    action()
    wait()
  }
}
