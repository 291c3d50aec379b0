import ErrandsCombine

extension WallClock {
  /// The ticks as a publisher. Each subscription watches from its first demand on, and keeps the clock alive; a
  /// subscriber that is not ready for a tick does not get it.
  public var ticks: Ticks { Ticks(clock: self) }

  public struct Ticks: Publisher, Sendable {
    public typealias Output = ClockTick
    public typealias Failure = Never

    fileprivate let clock: WallClock

    public func receive<Downstream: Subscriber>(subscriber: Downstream)
    where Downstream.Input == ClockTick, Downstream.Failure == Never {
      subscriber.receive(subscription: WatchSubscription(clock, for: subscriber))
    }
  }
}
