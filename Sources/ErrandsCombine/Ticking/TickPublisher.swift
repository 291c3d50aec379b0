import Errands

/// Ticks at even intervals, without a run loop: the moments at which they are due.
///
/// Each subscription has a timer of its own, which starts with its first demand, and stops when the
/// subscription is cancelled. The first tick comes an interval after the start, each later one a whole number
/// of intervals after it, so that they do not drift. A subscriber that is not ready for a tick does not get
/// it: a slow one gets fewer, and no backlog.
///
/// Foundation's `Timer.publish(every:on:in:)` never fires under an asynchronous `main` on Linux, where
/// nothing runs the main run loop:
///
/// ```swift
/// let ticking = TickPublisher(every: .seconds(1)).sink { _ in print("tick") }
/// ```
///
/// Ticks come on Swift's cooperative pool. Do not block there; put `receive(on:)` behind it for another
/// place.
public struct TickPublisher<C: Clock>: Publisher, Sendable where C.Duration == Duration {
  /// When the tick was due.
  public typealias Output = C.Instant
  /// It does not fail.
  public typealias Failure = Never

  private let interval: Duration
  private let clock: C

  /// Ticks by a clock.
  ///
  /// - Parameters:
  ///   - interval: From one tick to the next; more than zero.
  ///   - clock: What the time is measured by.
  public init(every interval: Duration, clock: C) {
    precondition(interval > .zero, "the interval between ticks must be more than zero")
    self.interval = interval
    self.clock = clock
  }

  /// Ticks on the continuous clock.
  ///
  /// - Parameter interval: From one tick to the next; more than zero.
  public init(every interval: Duration) where C == ContinuousClock {
    self.init(every: interval, clock: ContinuousClock())
  }

  /// Gives the subscriber a timer of its own, which starts with the first demand.
  public func receive<Downstream: Subscriber>(subscriber: Downstream)
  where Downstream.Input == C.Instant, Downstream.Failure == Never {
    let ticks = TickState(clock.now, every: interval)
    subscriber.receive(subscription: TickSubscription(ticks, clock: clock, for: subscriber))
  }
}
