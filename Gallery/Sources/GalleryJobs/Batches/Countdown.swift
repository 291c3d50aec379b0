import Synchronization

/// Counts completions from any thread, to find the last.
final class Countdown: Sendable {
  private let missing: Atomic<Int>

  init(from count: Int) {
    missing = Atomic(count)
  }

  /// Counts one; true for the last of them.
  func countsLast() -> Bool {
    missing.subtract(1, ordering: .acquiringAndReleasing).newValue == 0
  }
}
