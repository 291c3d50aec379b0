import Errands
import Foundation

/// A queue's progress, written by one thread at a time and outside every lock: an observer of it may come back to the
/// queue, and two threads that write at once could let it go down.
final class QueueProgress: Sendable {
  let progress = Progress(totalUnitCount: 0)
  private let state = Lock((isWriting: false, isOutdated: false))

  func update(_ newest: () -> OperationTally) {
    let writes = state.withLock { state in
      defer { state = (true, true) }
      return !state.isWriting
    }
    guard writes else { return }
    while state.withLock({ Self.goOn(&$0) }) {
      let tally = newest()
      progress.totalUnitCount = Int64(tally.joined)
      progress.completedUnitCount = Int64(tally.ended)
    }
  }

  private static func goOn(_ state: inout (isWriting: Bool, isOutdated: Bool)) -> Bool {
    state = (state.isOutdated, false)
    return state.isWriting
  }
}
