/// A piece of work that somebody waits for: settled once, by its end or by its cancellation, whichever
/// comes first.
final class ImageJob<Value: Sendable>: PerformableJob {
  typealias Work = @Sendable (Interruption) throws -> Value

  private enum State {
    /// Nobody waits yet, and it may not begin.
    case made(Work)
    /// Somebody waits; it may begin.
    case waiting(Work, CheckedContinuation<Void, Never>)
    /// A thread is at it.
    case running(CheckedContinuation<Void, Never>)
    /// The one who waited has been woken, or must be as soon as it starts to wait.
    case settled(Result<Value, any Error>)
  }

  private let state: Lock<State>
  private let interruption = Interruption()

  init(_ work: @escaping Work) {
    state = Lock(.made(work))
  }

  /// How the job ended; `nil` before.
  ///
  /// The continuation only wakes, and the outcome is fetched here, under the lock. Handed over by the
  /// continuation it is as safe, but where the waker is faster than the sleeper, the thread sanitizer does
  /// not see why, and reports a race on every value.
  var outcome: Result<Value, any Error>? {
    state.withLock { state in
      guard case .settled(let outcome) = state else { return nil }
      return outcome
    }
  }

  /// Says who is to be woken when the job is settled. A job that is settled before wakes at once and gives
  /// `false`: it must not be queued.
  func wait(_ continuation: CheckedContinuation<Void, Never>) -> Bool {
    let mayBegin = state.withLock { state in
      guard case .made(let work) = state else { return false }
      state = .waiting(work, continuation)
      return true
    }
    if !mayBegin { continuation.resume() }
    return mayBegin
  }

  /// Does the work on the calling thread, unless it was cancelled before.
  func perform() {
    let begun: Work? = state.withLock { state in
      guard case .waiting(let work, let continuation) = state else { return nil }
      state = .running(continuation)
      return work
    }
    guard let work = begun else { return }
    settle(Result { try work(interruption) })
  }

  /// Answers at once that the job is cancelled, and stops the work where it stands. Work that has not
  /// begun is thrown away with all that it captured.
  func cancel() {
    interruption.interrupt()
    settle(.failure(CancellationError()))
  }

  private func settle(_ outcome: Result<Value, any Error>) {
    let continuation: CheckedContinuation<Void, Never>? = state.withLock { state in
      switch state {
      case .settled:
        return nil
      case .made:
        state = .settled(outcome)
        return nil
      case .waiting(_, let continuation), .running(let continuation):
        state = .settled(outcome)
        return continuation
      }
    }
    continuation?.resume()
  }
}
