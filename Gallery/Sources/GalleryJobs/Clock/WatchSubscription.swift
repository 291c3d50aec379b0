import ErrandsCombine
import Foundation

/// One subscription to the ticks of a clock: a watcher, from its first demand on.
final class WatchSubscription<Downstream: Subscriber>: Subscription, @unchecked Sendable
where Downstream.Input == ClockTick, Downstream.Failure == Never {
  // Sendable: what changes is only touched under the lock, and the subscriber is given one tick at a time.
  private let lock = NSLock()
  private var clock: WallClock?
  private var downstream: Downstream?
  private var demand = Subscribers.Demand.none
  private var watching: SafeCancellable?

  init(_ clock: WallClock, for downstream: Downstream) {
    self.clock = clock
    self.downstream = downstream
  }

  func request(_ demand: Subscribers.Demand) {
    let clock = lock.withLock {
      self.demand += demand
      return self.clock.take()
    }
    guard let clock else { return }
    let receiver: any TickReceiver = self
    let watching = clock.watch { [weak receiver] in receiver?.receive($0) }
    let isLate = lock.withLock {
      if downstream != nil { self.watching = watching }
      return downstream == nil
    }
    if isLate { watching.cancel() }
  }

  func cancel() {
    // Freed and cancelled outside the lock: either may come back here.
    let held = lock.withLock { (clock.take(), downstream.take(), watching.take()) }
    held.2?.cancel()
  }
}

extension WatchSubscription: TickReceiver {
  func receive(_ tick: ClockTick) {
    let downstream = lock.withLock {
      guard demand > .none else { return Downstream?.none }
      demand -= 1
      return self.downstream
    }
    guard let more = downstream?.receive(tick) else { return }
    lock.withLock { demand += more }
  }
}

/// Is given ticks, whatever its subscriber's type: not every one says that its conformance holds on any thread.
protocol TickReceiver: AnyObject, Sendable {
  func receive(_ tick: ClockTick)
}
