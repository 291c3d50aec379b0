import Errands
import Synchronization

/// Lets at most so many loads be in flight at once, first come, first served.
public final class LoadLimit: Sendable {
  /// The right to be in flight, for as long as it is held.
  public final class Place: Sendable {
    private let limit: LoadLimit

    fileprivate init(in limit: LoadLimit) {
      self.limit = limit
    }

    deinit { limit.passOn() }
  }

  private struct Waiting {
    let number: UInt64
    let callback: Callback<Place>
  }

  private struct State {
    var free: Int
    var lastNumber: UInt64 = 0
    var queue: [Waiting] = []
  }

  private let state: Mutex<State>

  /// - Parameter most: How many places there are; less than one counts as one.
  public init(_ most: Int) {
    state = Mutex(State(free: max(1, most)))
  }

  /// How many wait for a place.
  public var waitingCount: Int { state.withLock { $0.queue.count } }

  /// Waits for a place. Let go of it, and of the run that brought it, to give it back; cancel the run to leave
  /// the queue.
  public func place() -> Errand<Place> {
    .fromCallback("a place among the loads") { callback in self.join(callback) }
  }

  private func join(_ callback: Callback<Place>) {
    let number: UInt64? = state.withLock { state in
      guard state.free == 0 else {
        state.free -= 1
        return nil
      }
      state.lastNumber += 1
      state.queue.append(Waiting(number: state.lastNumber, callback: callback))
      return state.lastNumber
    }
    guard let number else {
      callback.succeed(Place(in: self))
      return
    }
    callback.onCancel { self.leave(number) }
  }

  private func leave(_ number: UInt64) {
    // Handed out of the lock: it may be the last reference.
    _ = state.withLock { state in
      state.queue.firstIndex { $0.number == number }.map { state.queue.remove(at: $0) }
    }
  }

  /// One who was cancelled in the meantime does not take the place, which is thereby let go of and passed on.
  private func passOn() {
    let next: Waiting? = state.withLock { state in
      guard state.queue.isEmpty else { return state.queue.removeFirst() }
      state.free += 1
      return nil
    }
    next?.callback.succeed(Place(in: self))
  }
}
