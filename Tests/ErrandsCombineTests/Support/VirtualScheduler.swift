import Errands
import ErrandsCombine

/// A scheduler whose time a test moves on. Work comes when the test says so, in the order in which it is due.
final class VirtualScheduler: Scheduler, @unchecked Sendable {
  // Sendable: under the lock.
  struct SchedulerTimeType: Strideable {
    var offset: Milliseconds

    func distance(to other: Self) -> Milliseconds { other.offset - offset }
    func advanced(by distance: Milliseconds) -> Self { Self(offset: offset + distance) }
  }

  typealias SchedulerOptions = Never

  /// What becomes of work that is to be done as soon as possible.
  enum Habit: CaseIterable {
    case once, twice, never
  }

  private struct Job {
    let number: Int
    var due: SchedulerTimeType
    let interval: Milliseconds?
    let action: () -> Void
  }

  private let lock = Lock(())
  private let habit: Habit
  private var jobs: [Job] = []
  private var made = 0
  private var time = SchedulerTimeType(offset: 0)

  init(_ habit: Habit = .once) {
    self.habit = habit
  }

  let minimumTolerance: Milliseconds = 0
  var now: SchedulerTimeType { lock.withLock { _ in time } }
  /// How many are set and have not been cancelled.
  var timerCount: Int { lock.withLock { _ in jobs.count { $0.interval != nil } } }

  func schedule(options: SchedulerOptions?, _ action: @escaping () -> Void) {
    let times = habit == .never ? 0 : habit == .twice ? 2 : 1
    for _ in 0..<times { _ = add(Job(number: 0, due: now, interval: nil, action: action)) }
  }

  func schedule(
    after date: SchedulerTimeType,
    tolerance: Milliseconds,
    options: SchedulerOptions?,
    _ action: @escaping () -> Void
  ) {
    _ = add(Job(number: 0, due: date, interval: nil, action: action))
  }

  func schedule(
    after date: SchedulerTimeType,
    interval: Milliseconds,
    tolerance: Milliseconds,
    options: SchedulerOptions?,
    _ action: @escaping () -> Void
  ) -> any CombineCancellable {
    let number = add(Job(number: 0, due: date, interval: interval, action: action))
    return AnyCancellable { self.remove(number) }
  }

  /// Does what is due until then.
  func advance(by distance: Milliseconds = 0) {
    let end = now.advanced(by: distance)
    while let action = next(until: end) { action() }
    lock.withLock { _ in time = end }
  }

  private func next(until end: SchedulerTimeType) -> (() -> Void)? {
    var action: (() -> Void)?
    lock.withLock { _ in
      guard let index = jobs.indices.min(by: { jobs[$0].due < jobs[$1].due }), jobs[index].due <= end else {
        return
      }
      let job = jobs.remove(at: index)
      time = Swift.max(time, job.due)
      action = job.action
      guard let interval = job.interval else { return }
      jobs.append(
        Job(number: job.number, due: job.due.advanced(by: interval), interval: interval, action: job.action)
      )
    }
    return action
  }

  private func add(_ job: Job) -> Int {
    lock.withLock { _ in
      made += 1
      jobs.append(Job(number: made, due: job.due, interval: job.interval, action: job.action))
      return made
    }
  }

  private func remove(_ number: Int) {
    var removed: [Job] = []
    lock.withLock { _ in
      removed = jobs.filter { $0.number == number }
      jobs.removeAll { $0.number == number }
    }
    withExtendedLifetime(removed) {}
  }
}

/// A stretch of virtual time.
struct Milliseconds: SignedNumeric, Comparable, SchedulerTimeIntervalConvertible {
  var count: Int

  init(count: Int) { self.count = count }
  init(integerLiteral count: Int) { self.count = count }
  init?(exactly count: some BinaryInteger) {
    guard let count = Int(exactly: count) else { return nil }
    self.count = count
  }

  var magnitude: Milliseconds { Milliseconds(count: abs(count)) }

  static func < (first: Self, second: Self) -> Bool { first.count < second.count }
  static func + (first: Self, second: Self) -> Self { Self(count: first.count + second.count) }
  static func - (first: Self, second: Self) -> Self { Self(count: first.count - second.count) }
  static func * (first: Self, second: Self) -> Self { Self(count: first.count * second.count) }
  static func *= (first: inout Self, second: Self) { first = first * second }

  static func seconds(_ count: Int) -> Self { Self(count: count * 1_000) }
  static func seconds(_ count: Double) -> Self { Self(count: Int(count * 1_000)) }
  static func milliseconds(_ count: Int) -> Self { Self(count: count) }
  static func microseconds(_ count: Int) -> Self { Self(count: count / 1_000) }
  static func nanoseconds(_ count: Int) -> Self { Self(count: count / 1_000_000) }
}
