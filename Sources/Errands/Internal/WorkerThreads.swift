import Dispatch
import Foundation

#if canImport(Musl)
  import Musl
#elseif canImport(Glibc)
  import Glibc
#endif

/// Threads for user code that may block: as many as are needed. Dispatch's threads do not serve, as their
/// number is limited.
///
/// Work is begun in order. A thread that has come goes on with the next piece, and as long as the pieces take
/// no time no other thread comes: threads that woke one another for each piece took ten times as long as the
/// pieces. One more thread is on the lookout meanwhile, and calls others where a piece has waited for a
/// millisecond.
package final class WorkerThreads: Sendable {
  package typealias Work = @Sendable () -> Void

  /// A type of its own: of a function that is an element by itself, each way in and out makes an object.
  private struct Job: Sendable {
    let work: Work
  }

  package static let shared = WorkerThreads()
  /// How long a piece of work may wait for the one before it.
  private static let period = 0.001
  /// After which time a thread is asked for again where the system had none to give.
  private static let shortage = Duration.milliseconds(10)

  private let state = SleepingLock(WorkerThreadsState<Job>())
  private let alarm = DispatchSemaphore(value: 0)
  /// How long a thread without work is kept.
  private let patience: Duration

  init(patience: Duration = .seconds(10)) {
    self.patience = patience
  }

  /// Does the work soon, on a thread that no caller waits for.
  package func start(_ work: @escaping Work) {
    #if ERRANDS_EXPLORED
      // What an explored thread sends away is explored with it.
      if let interleaver = Interleaving.current { return interleaver.take("worker", work) }
    #endif
    call(state.withLock { $0.add(Job(work: work)) })
  }

  /// Makes a thread. False where the system has none to give: Foundation's `Thread` keeps that to itself, and one that
  /// was waited for and never came stopped all work, and with it all time.
  static func detach(_ name: String, _ body: @escaping Work) -> Bool {
    let beginning = Unmanaged.passRetained(ThreadBeginning(name: name, body: body))
    #if canImport(Darwin)
      var thread: pthread_t?
    #else
      var thread = pthread_t()
    #endif
    let failure = pthread_create(
      &thread,
      nil,
      { beginning in
        ThreadBeginning.take(beginning)
        return nil
      },
      beginning.toOpaque()
    )
    if failure != 0 { beginning.release() }
    return failure == 0
  }

  private func call(_ calls: WorkerThreadsState<Job>.Calls) {
    for _ in 0..<calls.asleep { alarm.signal() }
    for number in 0..<calls.new where !Self.detach("errands.worker", { self.live() }) {
      return miss(calls.new - number)
    }
  }

  /// So many threads could not be made. Where nobody is left who would call them again, a deadline does: what is due
  /// comes here, as a piece of work.
  private func miss(_ count: Int) {
    guard state.withLock({ $0.miss(count) }) else { return }
    _ = DeadlineQueue.continuous.add(at: .now.advanced(by: Self.shortage)) { self.start {} }
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
    // All threads that slept have been called, this one among them.
    alarm.wait()
    return true
  }
}

/// What a new thread begins with.
private final class ThreadBeginning: Sendable {
  private let name: String
  private let body: WorkerThreads.Work

  init(name: String, body: @escaping WorkerThreads.Work) {
    self.name = name
    self.body = body
  }

  static func take(_ beginning: UnsafeMutableRawPointer?) {
    guard let beginning else { return }
    pthread_detach(pthread_self())
    Unmanaged<ThreadBeginning>.fromOpaque(beginning).takeRetainedValue().begin()
  }

  private func begin() {
    Thread.current.name = name
    body()
  }
}

/// The pieces of work that wait for threads, and what the threads do, as a value. Each event answers with
/// what to do.
struct WorkerThreadsState<Job: Sendable>: Sendable {
  /// How many threads are to come: some that sleep are to be woken, others to be made.
  struct Calls: Sendable, Equatable {
    var asleep = 0
    var new = 0
  }

  private enum Lookout { case away, called, onDuty }

  private var jobs = FirstInFirstOut<Job>()
  /// Threads with a piece of work in hand, and how many of them are known to take long over it.
  private var busy = 0
  private var heldUp = 0
  private var asleep = 0
  /// Threads that have been called and are to take up work.
  private var coming = 0
  private var lookout = Lookout.away
  private var begun = 0
  /// What had been begun, and what was there, at the last look.
  private var former = (begun: 0, added: 0)

  private var added: Int { begun + jobs.count }

  /// A thread that comes back from its work soon takes the next piece; where there is none, a thread is
  /// called.
  mutating func add(_ job: Job) -> Calls {
    jobs.append(job)
    guard busy <= heldUp, coming == 0 else { return callLookout() }
    coming = 1
    return call(1)
  }

  /// A thread has come. True where it is to look out, and not to work.
  mutating func arrive() -> Bool {
    guard lookout == .called else {
      coming -= 1
      return false
    }
    lookout = .onDuty
    former = (begun, added)
    return true
  }

  /// The next piece for a thread, which goes to sleep where there is none.
  mutating func next(afterAnother: Bool = false) -> (job: Job?, Calls) {
    if afterAnother {
      busy -= 1
      heldUp = min(heldUp, busy)
    }
    guard let job = jobs.popFirst() else {
      asleep += 1
      return (nil, Calls())
    }
    busy += 1
    begun += 1
    return (job, jobs.isEmpty ? Calls() : callLookout())
  }

  /// The lookout looks whether a piece of work has waited since the last time. It goes to sleep where nothing
  /// happens.
  mutating func look() -> (Calls, goesOn: Bool) {
    let before = former
    former = (begun, added)
    let advance = begun - before.begun
    if advance == 0 { heldUp = busy }
    if advance == 0, jobs.isEmpty {
      lookout = .away
      asleep += 1
      return (Calls(), false)
    }
    guard begun < before.added, coming == 0 else { return (Calls(), true) }
    // Where threads are blocked, twice as many: a thousand that wait for one another have begun after ten
    // looks.
    coming = advance < busy ? min(jobs.count, busy) : 1
    return (call(coming), true)
  }

  /// A thread wants to go for want of work. False where it has been called.
  mutating func leave() -> Bool {
    guard asleep > 0 else { return false }
    asleep -= 1
    return true
  }

  /// So many of the threads that were to be made could not be. True where work waits, and nobody comes or looks out who
  /// would call others.
  mutating func miss(_ count: Int) -> Bool {
    let workers = min(coming, count)
    coming -= workers
    if workers < count { lookout = .away }
    return coming == 0 && lookout == .away && !jobs.isEmpty
  }

  private mutating func callLookout() -> Calls {
    guard lookout == .away else { return Calls() }
    lookout = .called
    return call(1)
  }

  private mutating func call(_ count: Int) -> Calls {
    let woken = min(asleep, count)
    asleep -= woken
    return Calls(asleep: woken, new: count - woken)
  }
}
