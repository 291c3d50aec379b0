/// The events of one run as an asynchronous sequence: cold, begins when it is iterated, and cancels the run
/// when the loop is left.
///
/// A slow reader gets the newest progress and no backlog; the outcome is never lost, and ends the sequence.
public struct RunEvents<Value: Sendable>: AsyncSequence, Sendable {
  /// What the run tells.
  public typealias Element = RunEvent<Value>
  /// The sequence does not throw: an error of the run is an outcome, and thus its last element.
  public typealias Failure = Never

  let errand: Errand<Value>
  /// Not the scope itself: a sequence that kept it would put off the end that its owner's deinit means.
  let registry: ScopeRegistry?

  /// Runs the errand.
  public func makeAsyncIterator() -> Iterator {
    Iterator(follower: Follower(errand, in: registry))
  }

  /// One run of the errand, which is cancelled when the iterator goes before the outcome. A task that waits for
  /// its next event raises it to its own priority.
  public struct Iterator: AsyncIteratorProtocol {
    let follower: Follower

    /// The next event, or nil after the outcome. Cancelling the reading task cancels the run, whose outcome
    /// is then the next event.
    public mutating func next() async -> RunEvent<Value>? { await follower.next() }

    /// As ``next()``.
    public mutating func next(isolation actor: isolated (any Actor)?) async -> RunEvent<Value>? {
      await follower.next()
    }
  }

  /// Belongs to one iterator, and ends with it: a reader that leaves the loop cancels the run by that.
  final class Follower: Sendable {
    private struct State {
      private var progress: RunProgress?
      /// The last progress that was reported, whether the reader has taken it or not.
      private var newest: RunProgress?
      private var outcome: Result<Value, any Error>?
      private(set) var isOver = false
      var reader: Settlement<Void>?

      mutating func report(_ progress: RunProgress) {
        guard outcome == nil else { return }
        self.progress = progress
        newest = progress
      }

      /// The last report comes before the outcome, even where the thread that makes it has not come here yet.
      mutating func end(_ outcome: Result<Value, any Error>?, _ last: RunProgress?) {
        if let last, last != newest { report(last) }
        self.outcome = outcome
      }

      mutating func take() -> RunEvent<Value>? {
        if let newest = progress {
          progress = nil
          return .progress(newest)
        }
        guard let outcome, !isOver else { return nil }
        isOver = true
        return .settled(outcome)
      }
    }

    private let state = Storage()
    private let run: Run<Value>

    init(_ errand: Errand<Value>, in registry: ScopeRegistry?) {
      run = errand.begin(under: registry) { [state] run in
        run.onProgress(on: .immediate) { progress in state.change { $0.report(progress) } }
        // By the settlement itself: a handler or an observer that blocks must not hold up the reader that
        // waits here.
        let end: @Sendable () -> Void = {
          let (outcome, progress) = (run.outcome, run.progress)
          run.trace(.delivered)
          state.change { $0.end(outcome, progress) }
        }
        if !run.settlement.add(WaitingCall { _ in end() }) { end() }
      }
    }

    deinit { run.cancel() }

    func next() async -> RunEvent<Value>? {
      // A reader that always finds an event ready never waits, and would never notice its cancellation.
      if Task.isCancelled { run.cancel() }
      while true {
        switch state.takeOrWait() {
        case .event(let event): return event
        case .over: return nil
        case .wait(let reader):
          run.escalate(to: WorkPriority(of: Task.currentPriority))
          _ = await reader.settled { self.run.cancel() }
        }
      }
    }

    private enum Turn: Sendable { case event(RunEvent<Value>), over, wait(Settlement<Void>) }

    private final class Storage: Sendable {
      private let state = Lock(State())

      func change(_ change: @Sendable (inout State) -> Void) {
        let reader = state.withLock { state in
          change(&state)
          defer { state.reader = nil }
          return state.reader
        }
        reader?.settle(.success(()))
      }

      func takeOrWait() -> Turn {
        state.withLock { state in
          if let event = state.take() { return .event(event) }
          if state.isOver { return .over }
          // Of another copy of the iterator: whoever came first used to be forgotten, and waited for ever.
          if let reader = state.reader { return .wait(reader) }
          let reader = Settlement<Void>()
          state.reader = reader
          return .wait(reader)
        }
      }
    }
  }
}

/// What a run tells its followers: reports of progress, then the outcome, once and last.
public enum RunEvent<Value: Sendable>: Sendable {
  /// The newest progress; never after the outcome.
  case progress(RunProgress)
  /// The outcome, once and last.
  case settled(Result<Value, any Error>)
}
