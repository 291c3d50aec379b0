import Dispatch
import Errands
import ErrandsTesting

/// What stands on the way to a desk: the first piece of work that is handed over there gets stuck, and with it the
/// thread that hands it over, until the way is free.
final class Threshold: Sendable {
  /// How often a thread has got stuck, or has come past without.
  let arrivals = Events<Void>()
  private let isCrossed = Lock(false)
  private let isFree = DispatchSemaphore(value: 0)

  func cross() {
    let isFirst = isCrossed.withLock { isCrossed in
      defer { isCrossed = true }
      return !isCrossed
    }
    guard isFirst else { return }
    arrivals.record(())
    isFree.wait()
    // Free for good: it may be said before anybody arrives.
    isFree.signal()
  }

  func free() { isFree.signal() }
}
