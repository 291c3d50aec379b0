import Errands
import Foundation

/// A queue's progress, written by one thread at a time and outside every lock: an observer of it may come back to the
/// queue, and two threads that write at once could let it go down.
final class QueueProgress: Sendable {
  private struct State: Sendable {
    var isWriting = false
    var isOutdated = false
    /// To be settled when what they wait for has been written.
    var waiting: [Settlement<Void>] = []
  }

  let progress = Progress(totalUnitCount: 0)
  private let state = Lock(State())

  /// Writes the newest tally, or leaves that to the thread that is writing.
  ///
  /// - Parameter waiting: Settled when the progress says what has made them due, by whoever has written that.
  func update(settling waiting: [Settlement<Void>] = [], _ newest: () -> OperationTally) {
    let writes = state.withLock { state in
      defer { (state.isWriting, state.isOutdated) = (true, true) }
      state.waiting += waiting
      return !state.isWriting
    }
    guard writes else { return }
    var due: [Settlement<Void>] = []
    while let waiting = state.withLock({ Self.goOn(&$0) }) {
      let tally = newest()
      progress.totalUnitCount = Int64(tally.joined)
      progress.completedUnitCount = Int64(tally.ended)
      due += waiting
    }
    // When another thread can write: what hears of it may block.
    for waiter in due { waiter.settle(.success(())) }
  }

  /// What waits for the next thing to be written; nil, and no longer writing, where there is nothing.
  private static func goOn(_ state: inout State) -> [Settlement<Void>]? {
    (state.isWriting, state.isOutdated) = (state.isOutdated, false)
    defer { state.waiting = [] }
    return state.isWriting ? state.waiting : nil
  }
}
