import Errands

/// A clock whose time stands still until a test moves it.
///
/// Code that takes `any Clock<Duration>` can be driven through minutes of back-off in no time, and the test
/// is exact, because it moves the time only when the code has gone to sleep:
///
/// ```swift
/// let clock = VirtualClock()
/// let backOff = Task { try await clock.sleep(for: .seconds(30)) }
/// try await clock.sleepers(atLeast: 1)
/// clock.advance(by: .seconds(30))
/// try await backOff.value
/// ```
///
/// One advance wakes a sleeping task once: a loop that sleeps again counts from the new time. To follow such
/// a loop tick by tick, take turns with ``sleepers(atLeast:)`` and ``advance(by:)``. That a deadline which is
/// needed no more leaves nothing behind is what ``sleepers(atMost:)`` waits for.
public final class VirtualClock: Clock, Sendable {
  private struct Sleeper: Sendable {
    let number: Int
    let deadline: Instant
    let waking: Settlement<Void>
  }

  private struct State: Sendable {
    var now = Instant()
    /// By deadline; sleepers with the same deadline in the order in which they came.
    var sleepers: [Sleeper] = []
    var sleepersEver = 0
  }

  private let state = Monitor(State())

  /// A clock that shows ``Instant/init(offset:)`` zero.
  public init() {}

  /// The time, which only ``advance(by:)`` and ``advance(to:)`` change.
  public var now: Instant {
    state.read { $0.now }
  }

  /// Zero: a virtual clock is exact.
  public var minimumResolution: Duration {
    .zero
  }

  /// How many tasks are asleep.
  public var sleepers: Int {
    state.read { $0.sleepers.count }
  }

  /// Waits, by event, until at least `count` tasks are asleep at the same time.
  ///
  /// - Throws: `CancellationError` if the waiting task is cancelled first.
  public func sleepers(atLeast count: Int) async throws {
    try await state.wait { $0.sleepers.count >= count }
  }

  /// Waits, by event, until at most `count` tasks are asleep at the same time.
  ///
  /// A sleeping task that is cancelled has to run before it is gone, so that a test which looks at ``sleepers``
  /// right behind the cancellation may look too early.
  ///
  /// - Throws: `CancellationError` if the waiting task is cancelled first.
  public func sleepers(atMost count: Int) async throws {
    try await state.wait { $0.sleepers.count <= count }
  }

  /// Sleeps until the clock shows `deadline`. A deadline that has passed returns at once.
  ///
  /// - Parameter tolerance: Has no meaning here: the task wakes in the advance that reaches the deadline.
  /// - Throws: `CancellationError`, at once, if the task is or becomes cancelled.
  public func sleep(until deadline: Instant, tolerance: Duration? = nil) async throws {
    try Task.checkCancellation()
    let waking = Settlement<Void>()
    let number: Int? = state.update { state -> Int? in
      guard deadline > state.now else { return nil }
      state.sleepersEver += 1
      let sleeper = Sleeper(number: state.sleepersEver, deadline: deadline, waking: waking)
      let place = state.sleepers.lastIndex { $0.deadline <= deadline }.map { $0 + 1 } ?? 0
      state.sleepers.insert(sleeper, at: place)
      return sleeper.number
    }
    guard let number else { return }
    do {
      try await waking.value()
    } catch {
      state.update { $0.sleepers.removeAll { $0.number == number } }
      throw error
    }
  }

  /// Moves the time on.
  ///
  /// When it returns, every sleeper whose deadline has come has been resumed, in the order of the deadlines,
  /// those with the same deadline in the order in which they went to sleep. In which order they then run is
  /// the executor's affair; to see one before the other, advance to one deadline at a time.
  public func advance(by duration: Duration) {
    move { $0.advanced(by: duration) }
  }

  /// Moves the time on to `instant`. Time does not go back: an earlier instant has no effect.
  public func advance(to instant: Instant) {
    move { _ in instant }
  }

  private func move(_ target: @Sendable (Instant) -> Instant) {
    let due = state.update { state in
      state.now = max(state.now, target(state.now))
      let now = state.now
      let due = state.sleepers.prefix { $0.deadline <= now }
      state.sleepers.removeFirst(due.count)
      return Array(due)
    }
    for sleeper in due { sleeper.waking.settle(.success(())) }
  }
}
