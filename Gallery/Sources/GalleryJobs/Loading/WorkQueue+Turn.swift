import Errands

extension WorkQueue {
  /// The same work, begun when its turn comes. It holds its place until it has ended.
  ///
  /// - Parameter scope: Where it ends, what still waits leaves the queue, cancelled. Work whose turn has come goes on.
  func inTurn<Value>(_ work: Errand<Value>, until scope: Scope) -> Errand<Value> {
    turn().until(scope).flatMap { turn in
      work.ensure { withExtendedLifetime(turn) {} }
    }
  }

  /// Waits for a turn. Let go of it, and of the run that brought it, to end it; cancel the run to leave the queue.
  func turn() -> Errand<WorkTurn> {
    .fromCallback("a turn") { [self] callback in
      let waiting = add(.fromCallback { end in callback.succeed(WorkTurn(end: end)) })
      callback.onCancel { waiting.cancel() }
    }
  }
}

/// The turn of one piece of work in a queue, for as long as it is held.
final class WorkTurn: Sendable {
  /// The end of the work that stands for it in the queue.
  private let end: Callback<Void>

  fileprivate init(end: Callback<Void>) {
    self.end = end
  }

  deinit { end.succeed(()) }
}
