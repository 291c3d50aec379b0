import Errands
import ErrandsCombine
import Foundation

/// A clock that ticks while it has watchers. The first watcher starts its timer, and the last one to leave stops it.
///
/// ```swift
/// let clock = WallClock()
/// let watching = clock.ticks.sink { print($0.tick, $0.time) }
/// ```
///
/// `share()` would be shorter, but OpenCombine's counts its subscribers wrong when two come at the same time, or one
/// leaves twice: the timer then goes on for ever, or stops while a subscriber watches.
public final class WallClock: Sendable {
  private let state = Lock(WatchersState())
  private let now: @Sendable () -> Date
  /// Starts a timer, which ticks until it is cancelled.
  private let startTimer: @Sendable (_ tick: @escaping @Sendable () -> Void) -> SafeCancellable

  /// - Parameters:
  ///   - interval: From one tick to the next; more than zero.
  ///   - clock: What the interval is measured by.
  ///   - now: What time it is.
  public init<C: Clock>(
    every interval: Duration = .seconds(1),
    clock: C = ContinuousClock(),
    now: @escaping @Sendable () -> Date = { Date() }
  ) where C.Duration == Duration {
    self.now = now
    startTimer = { tick in
      SafeCancellable(TickPublisher(every: interval, clock: clock).sink { _ in tick() })
    }
  }

  /// Whether the clock has a watcher.
  public var isWatched: Bool { state.withLock { $0.isWatched } }

  /// Calls `watcher` with each tick, one after the other, until what is returned is cancelled or let go of.
  public func watch(_ watcher: @escaping @Sendable (ClockTick) -> Void) -> SafeCancellable {
    let (id, era) = state.withLock { $0.add(watcher) }
    if let era { start(era) }
    return SafeCancellable { [self] in leave(id) }
  }

  private func start(_ era: Int) {
    let timer = startTimer { [weak self] in self?.tick(era) }
    if !state.withLock({ $0.keep(timer, of: era) }) { timer.cancel() }
  }

  private func leave(_ id: Int) {
    let (watcher, timer) = state.withLock { $0.remove(id) }
    timer?.cancel()
    withExtendedLifetime(watcher) {}
  }

  private func tick(_ era: Int) {
    let (tick, watchers) = state.withLock { $0.tick(of: era) }
    let time = now()
    for watcher in watchers { watcher(ClockTick(tick: tick, time: time)) }
  }
}
