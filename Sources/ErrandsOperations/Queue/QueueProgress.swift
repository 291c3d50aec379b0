import Errands
import Foundation

/// A queue's progress, written by one thread at a time and outside every lock: an observer of it may come back to the
/// queue, and two threads that write at once could let it go down.
final class QueueProgress: Sendable {
  private struct State: Sendable {
    var turn = Turn()
    /// To be settled when what they wait for has been written.
    var waiting: [Settlement<Void>] = []
  }

  let progress = Progress(totalUnitCount: 0)
  private let state = Lock(State())

  /// Writes the newest tally, or leaves that to the thread that is writing.
  ///
  /// - Parameter waiting: Settled when the progress says what has made them due, by the thread that has written that.
  func update(settling waiting: [Settlement<Void>] = [], _ newest: () -> OperationTally) {
    let writes = state.withLock { state in
      state.waiting += waiting
      return state.turn.begin()
    }
    guard writes else { return }
    var due: [Settlement<Void>] = []
    repeat {
      let waiting = state.withLock { state in
        defer { state.waiting = [] }
        return state.waiting
      }
      let tally = newest()
      progress.totalUnitCount = Int64(tally.total)
      progress.completedUnitCount = Int64(tally.ended)
      due += waiting
    } while state.withLock { $0.turn.goOn() }
    // When another thread can write: what hears of it may block.
    for waiter in due { waiter.settle(.success(())) }
  }
}
