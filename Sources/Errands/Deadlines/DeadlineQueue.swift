import Dispatch

/// Deadlines on one clock, with one thread asleep for all of them.
///
/// A task that sleeps for a deadline and is cancelled, because the work was done in time, leaves its timer
/// behind until the time has come: a server with 10,000 loads a second and a deadline of 30 seconds held
/// 300,000 of them.
///
/// The thread runs nobody's code. What is due goes, in order, to threads that may block: a hook that slept
/// for a second used to delay every deadline of the process, and one that waited for a deadline stopped all
/// of them for ever.
final class DeadlineQueue: Sendable {
  typealias Instant = ContinuousClock.Instant
  typealias Action = @Sendable () -> Void

  private let state = Lock(DeadlineQueueState<Instant>())
  /// Wakes the thread where a deadline comes before those it sleeps for.
  private let alarm = DispatchSemaphore(value: 0)

  /// The one for all deadlines on the clock that deadlines are usually measured by. Its thread ends with the
  /// process.
  static let continuous = {
    let queue = DeadlineQueue()
    WorkerThreads.detach("errands.deadlines") { queue.work() }
    return queue
  }()

  /// How many deadlines are still to come.
  var count: Int { state.withLock { $0.count } }

  /// Calls `action` once the time has come, unless it is taken away before.
  func add(at instant: Instant, _ action: @escaping Action) -> UInt64 {
    let (number, isFirst) = state.withLock { $0.add(instant, action) }
    if isFirst { alarm.signal() }
    return number
  }

  func remove(_ number: UInt64) {
    // Handed out of the lock: what the action captured may have deadlines of its own.
    _ = state.withLock { $0.remove(number) }
  }

  private func work() {
    while true {
      let next = beginDue()
      // A look now and then: the time for which the machine is suspended counts for the clock, and not for
      // dispatch.
      _ = alarm.wait(
        timeout: next.map { .after(min(.seconds(60), ContinuousClock.now.duration(to: $0))) }
          ?? .distantFuture
      )
    }
  }

  /// Hands over what is due, and gives the time of the next. What was due is let go of when this returns: the
  /// thread that slept with it in hand kept alive what it had captured until the next deadline came.
  private func beginDue() -> Instant? {
    let (due, next) = state.withLock { $0.wake(at: .now) }
    for action in due { WorkerThreads.shared.start(action) }
    return next
  }
}
