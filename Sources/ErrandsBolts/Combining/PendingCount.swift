import Errands
import Synchronization

/// How many have not ended yet. Without a lock: a thousand that end at the same time do not queue for one.
final class PendingCount: Sendable {
  private let count: AtomicCell<Int>

  init(_ count: Int) {
    self.count = AtomicCell(count)
  }

  /// One more has ended. True for the last one.
  func leave() -> Bool {
    count.subtract(1, ordering: .acquiringAndReleasing).newValue == 0
  }
}
