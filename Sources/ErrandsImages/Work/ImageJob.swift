import CVipsShim
import Errands

/// A piece of work for a thread of the pool: the way to stop it from outside while it computes, and the memory that
/// it has been given.
final class ImageJob: QueuedJob {
  /// Gives back what tells the outcome, which calls code of others: that has neither the job's place nor its memory.
  typealias Work = @Sendable (ImageJob) -> @Sendable () -> Void

  private struct State {
    /// Taken by the thread that does it, or thrown away with all that it captured when it is stopped before.
    var work: Work?
    /// Why the job was stopped.
    var reason: (any Error)?
    /// What is computed now.
    var image: VipsImage?
    var reserved = 0
    var priority = WorkPriority.normal
    /// What ends the time that it may take, and what begins that anew.
    var deadline: (any Cancellable)?
    var armDeadline: (@Sendable () -> any Cancellable)?
  }

  /// From so many bytes on it is worth the milliseconds to give memory back.
  private static let large = 16_000_000

  private let state: Lock<State>
  private let budget: MemoryBudget

  init(budget: MemoryBudget, work: @escaping Work = { _ in {} }) {
    self.budget = budget
    state = Lock(State(work: work))
  }

  /// By which it waits for memory.
  var priority: WorkPriority { state.withLock { $0.priority } }

  func change(to priority: WorkPriority) {
    state.withLock { $0.priority = priority }
    budget.wake()
  }

  /// The place is given back when the thread has really done: an encoder that cannot be stopped holds it to its
  /// end, though its run was cancelled long before.
  func start(_ turn: WorkSlot) {
    WorkerThreads.shared.start { [self] in
      let tell = perform()
      turn.end()
      tell()
    }
  }

  private func perform() -> @Sendable () -> Void {
    guard let work = state.withLock({ $0.work.take() }) else { return {} }
    let tell = work(self)
    errands_vips_end_thread()
    let reserved = state.withLock { $0.reserved }
    // Before the next one begins: glibc keeps what is free for each thread, and eight threads that had held 150 megabytes,
    // one after the other, kept a gigabyte.
    if reserved >= Self.large { errands_return_memory() }
    budget.release(reserved)
    return tell
  }

  func stop(with error: any Error) { interrupt(with: error) }

  /// Work that has not begun never begins, and work that runs is stopped where it stands: what it does next
  /// throws the error.
  func interrupt(with reason: any Error = CancellationError()) {
    let unused = state.withLock { state in
      if state.reason == nil { state.reason = reason }
      state.image?.use(errands_vips_kill)
      return ThrownAway(work: state.work.take())
    }
    withExtendedLifetime(unused) { budget.wake() }
  }

  /// Let go of outside of the lock.
  private struct ThrownAway {
    let work: Work?
  }

  /// Throws if the work is no longer wanted.
  func check() throws {
    if let reason = state.withLock({ $0.reason }) { throw reason }
  }

  /// Lets the job take so long from now on; from when it has memory on, where it has to wait for that.
  func limit(to time: Duration, _ isLate: @escaping @Sendable () -> Void) {
    state.withLock { $0.armDeadline = { ContinuousClock().call(after: time, isLate) } }
    startDeadline()
  }

  /// It has ended in time, or it does not matter any more.
  func endDeadline() {
    let former = state.withLock { state in
      state.armDeadline = nil
      return state.deadline.take()
    }
    former?.cancel()
  }

  private func startDeadline() {
    let next = state.withLock { $0.armDeadline }?()
    let former = state.withLock { state in
      let former = state.deadline
      state.deadline = next
      return former
    }
    former?.cancel()
  }

  /// Waits until there is room for so many bytes more, in all jobs together; they are given back at the job's
  /// end.
  ///
  /// - Throws: ``ImageError/tooMuchMemory(needed:limit:)`` where there will never be; what the job was stopped
  ///   with.
  func reserve(_ bytes: Int) throws {
    guard bytes > 0 else { return }
    let isFirst = state.withLock { $0.reserved == 0 }
    if isFirst { state.withLock { $0.deadline.take() }?.cancel() }
    try budget.reserve(bytes, for: self, isFirst: isFirst)
    state.withLock { $0.reserved += bytes }
    if isFirst { startDeadline() }
  }

  /// Computes something from `image`, which is killed if the job is stopped meanwhile.
  ///
  /// - Throws: what the job was stopped with, before, during or right after `body`, whatever the killed call
  ///   itself reported.
  func whileWatching<Result>(_ image: VipsImage, _ body: (VipsImage) throws -> Result) throws -> Result {
    try state.withLock { state in
      if let reason = state.reason { throw reason }
      state.image = image
    }
    let result = Swift.Result { try body(image) }
    try state.withLock { state in
      state.image = nil
      if let reason = state.reason { throw reason }
    }
    return try result.get()
  }
}
