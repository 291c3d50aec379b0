import Dispatch
import Foundation

/// Threads for somebody else's code that may block: as many as are needed. Dispatch's do not serve, as there
/// is a limit to them.
///
/// Work is begun in order. A thread that has come goes on with the next piece, and as long as the pieces take no time no
/// other one comes: threads that woke one another for each piece took ten times as long as the pieces. One more is on
/// the lookout meanwhile, and calls others where a piece has waited for a millisecond.
final class WorkerThreads: Sendable {
  typealias Work = @Sendable () -> Void

  /// A type of its own: of a function that is an element by itself, each way in and out makes an object.
  private struct Job: Sendable {
    let work: Work
  }

  static let shared = WorkerThreads()
  /// How long a piece of work may wait for the one before it.
  private static let period = 0.001

  private let state = SleepingLock(WorkerThreadsState<Job>())
  private let alarm = DispatchSemaphore(value: 0)
  /// How long a thread without work is kept.
  private let patience: Duration

  init(patience: Duration = .seconds(10)) {
    self.patience = patience
  }

  /// Does the work soon, on a thread that nobody waits for.
  func start(_ work: @escaping Work) {
    #if ERRANDS_EXPLORED
      // What an explored thread sends away is explored with it.
      if let interleaver = Interleaving.current { return interleaver.take("worker", work) }
    #endif
    call(state.withLock { $0.add(Job(work: work)) })
  }

  static func detach(_ name: String, _ body: @escaping Work) {
    let thread = Thread(block: body)
    thread.name = name
    thread.start()
  }

  private func call(_ calls: WorkerThreadsState<Job>.Calls) {
    for _ in 0..<calls.asleep { alarm.signal() }
    for _ in 0..<calls.new { Self.detach("errands.worker") { self.live() } }
  }

  private func live() {
    repeat {
      if state.withLock({ $0.arrive() }) { lookOut() } else { workToTheEnd() }
    } while sleep()
  }

  private func workToTheEnd() {
    var (job, calls) = state.withLock { $0.next() }
    while let current = job {
      call(calls)
      current.work()
      (job, calls) = state.withLock { $0.next(afterAnother: true) }
    }
  }

  private func lookOut() {
    var isNeeded = true
    while isNeeded {
      Thread.sleep(forTimeInterval: Self.period)
      let (calls, goesOn) = state.withLock { $0.look() }
      call(calls)
      isNeeded = goesOn
    }
  }

  /// False where the thread is not needed any more.
  private func sleep() -> Bool {
    if alarm.wait(timeout: .after(patience)) == .success { return true }
    if state.withLock({ $0.leave() }) { return false }
    // All that slept have been called, this one among them.
    alarm.wait()
    return true
  }
}
