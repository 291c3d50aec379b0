import Dispatch
import Foundation

/// Threads for somebody else's code that may block: as many as are needed. Dispatch's do not serve, as there
/// is a limit to them.
///
/// Work is begun in order. A thread that has come goes on with the next piece; another one is sent for before
/// it begins, in case that the piece blocks. With pieces that do not block, the second one finds nothing left
/// to do.
final class WorkerThreads: Sendable {
  typealias Work = @Sendable () -> Void

  /// A type of its own: of a function that is an element by itself, each way in and out makes an object.
  private struct Job: Sendable {
    let work: Work
  }

  private struct State: Sendable {
    var jobs = FirstInFirstOut<Job>()
    /// Threads that sleep until they are called.
    var asleep = 0
    /// A thread has been called, or made, and has not looked for work yet.
    var isComing = false

    /// Whether one more thread has to come, and whether it has to be made.
    mutating func callThread() -> Call {
      guard !jobs.isEmpty, !isComing else { return .nobody }
      isComing = true
      guard asleep > 0 else { return .new }
      asleep -= 1
      return .sleeper
    }
  }

  private enum Call: Sendable { case nobody, sleeper, new }

  static let shared = WorkerThreads()

  private let state = Lock(State())
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
    let call = state.withLock { state in
      state.jobs.append(Job(work: work))
      return state.callThread()
    }
    answer(call)
  }

  static func detach(_ name: String, _ body: @escaping Work) {
    let thread = Thread(block: body)
    thread.name = name
    thread.start()
  }

  private func answer(_ call: Call) {
    switch call {
    case .nobody: break
    case .sleeper: alarm.signal()
    case .new: Self.detach("errands.worker") { self.live() }
    }
  }

  private func live() {
    repeat {
      state.withLock { $0.isComing = false }
      workToTheEnd()
    } while sleep()
  }

  private func workToTheEnd() {
    while true {
      let (job, call) = state.withLock { state in (state.jobs.popFirst(), state.callThread()) }
      answer(call)
      guard let job else { return }
      job.work()
    }
  }

  /// False where the thread is not needed any more.
  private func sleep() -> Bool {
    let sleeps = state.withLock { state in
      guard state.jobs.isEmpty else { return false }
      state.asleep += 1
      return true
    }
    if !sleeps || alarm.wait(timeout: .after(patience)) == .success { return true }
    let goes = state.withLock { state in
      guard state.asleep > 0 else { return false }
      state.asleep -= 1
      return true
    }
    // Otherwise all that slept have been called, this one among them.
    if !goes { alarm.wait() }
    return !goes
  }
}
