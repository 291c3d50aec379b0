import Errands

/// Ends a piece of work over a connection that stays silent for too long. The time in which the work does something else, such
/// as writing what came to a slow disk, is no silence.
struct SilenceWatch: Sendable {
  let limit: Duration
  let clock: any Clock<Duration>

  /// Where the work says what it waits for.
  final class Heartbeat: Sendable {
    private struct State {
      var isListening = false
      var last = Duration.zero
    }

    private let state = Lock(State())
    private let elapsed: @Sendable () -> Duration

    init(_ clock: any Clock<Duration>) {
      elapsed = stopwatch(clock)
    }

    /// Something has come.
    func pause() { state.withLock { $0.isListening = false } }

    /// The work waits for the connection from now on.
    func listen() {
      let now = elapsed()
      state.withLock {
        $0.isListening = true
        $0.last = now
      }
    }

    /// Something has gone out. Whether the work listens is another matter: an answer may come before all of its request is sent.
    func beat() {
      let now = elapsed()
      state.withLock { $0.last = now }
    }

    /// How long it has been silent.
    var silence: Duration {
      let now = elapsed()
      return state.withLock { $0.isListening ? now - $0.last : .zero }
    }
  }

  /// The result of the work, and whether silence ended it, by cancelling its task.
  func during<Result: Sendable>(
    _ work: @escaping @Sendable (Heartbeat) async -> Result
  ) async -> (result: Result, wasSilent: Bool) {
    let heartbeat = Heartbeat(clock)
    return await withTaskGroup(of: Result?.self) { group in
      group.addTask { await work(heartbeat) }
      group.addTask {
        await outlast(heartbeat)
        return nil
      }
      let first = await group.next() ?? nil
      group.cancelAll()
      let second = await group.next() ?? nil
      // One of the two is the work's.
      guard let result = first ?? second else { preconditionFailure("the work of a watch gave no result") }
      return (result, first == nil && !Task.isCancelled)
    }
  }

  /// Returns when the silence has lasted too long, or the task is cancelled.
  private func outlast(_ heartbeat: Heartbeat) async {
    while true {
      let rest = limit - heartbeat.silence
      guard rest > .zero else { return }
      do { try await clock.sleep(for: min(rest, .aCentury)) } catch { return }
    }
  }
}
