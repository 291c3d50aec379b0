import Errands

/// Lets at most so many loads be in flight at once, first come, first served.
public final class LoadLimit: Sendable {
  /// The right to be in flight, for as long as it is held.
  public final class Place: Sendable {
    /// The end of the work that stands for the load in the queue.
    private let end: Callback<Void>

    fileprivate init(end: Callback<Void>) {
      self.end = end
    }

    deinit { end.succeed(()) }
  }

  private let queue: WorkQueue

  /// - Parameter most: How many places there are; less than one counts as one.
  public init(_ most: Int) {
    queue = WorkQueue("loads", limit: most)
  }

  /// How many wait for a place.
  public var waitingCount: Int { queue.waitingCount }

  /// Waits for a place. Let go of it, and of the run that brought it, to give it back; cancel the run to leave
  /// the queue.
  public func place() -> Errand<Place> {
    .fromCallback("a place among the loads") { [queue] callback in
      let turn = queue.add(.fromCallback { end in callback.succeed(Place(end: end)) })
      callback.onCancel { turn.cancel() }
    }
  }

  /// The same work, begun when its turn comes. It holds its place until it has ended.
  ///
  /// - Parameter scope: Where it ends, what still waits leaves the queue, cancelled. Work whose turn has come goes on.
  func inTurn<Value>(_ work: Errand<Value>, until scope: Scope) -> Errand<Value> {
    place().until(scope).flatMap { place in
      work.ensure { withExtendedLifetime(place) {} }
    }
  }
}
