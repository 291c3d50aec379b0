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

  private struct State {
    var free: Int
    /// Those who wait, by the numbers that they drew. Not an array: of a hundred thousand who are taken from its
    /// beginning, each would make the others move up.
    var waiting: [UInt64: Callback<Place>] = [:]
    var lastNumber: UInt64 = 0
    var nextNumber: UInt64 = 1

    mutating func join(_ callback: Callback<Place>) -> UInt64 {
      lastNumber += 1
      waiting[lastNumber] = callback
      return lastNumber
    }

    /// The one who has waited longest. Numbers of those who left are passed over, once.
    mutating func next() -> Callback<Place>? {
      while nextNumber <= lastNumber {
        defer { nextNumber += 1 }
        if let next = waiting.removeValue(forKey: nextNumber) { return next }
      }
      return nil
    }
  }

  private let state: Mutex<State>

  /// - Parameter most: How many places there are; less than one counts as one.
  public init(_ most: Int) {
    state = Mutex(State(free: max(1, most)))
  }

  /// How many wait for a place.
  public var waitingCount: Int { state.withLock { $0.waiting.count } }

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
      return state.join(callback)
    }
    guard let number else {
      callback.succeed(Place(in: self))
      return
    }
    callback.onCancel { self.leave(number) }
  }

  private func leave(_ number: UInt64) {
    // Handed out of the lock: it may be the last reference.
    _ = state.withLock { $0.waiting.removeValue(forKey: number) }
  }

  /// One who was cancelled in the meantime does not take the place, which is thereby let go of and passed on.
  private func passOn() {
    let next: Callback<Place>? = state.withLock { state in
      let next = state.next()
      if next == nil { state.free += 1 }
      return next
    }
    next?.succeed(Place(in: self))
  }
}
