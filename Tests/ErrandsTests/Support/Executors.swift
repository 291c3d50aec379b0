import Dispatch
import Errands
import ErrandsTesting

/// Deliveries made for tests.
extension Delivery {
  /// Throws every piece of work away.
  static let bin = Delivery { _ in }

  /// Collects the work, for a test to do when it likes.
  static func collecting(in works: Events<@Sendable () -> Void>) -> Delivery {
    Delivery { work in works.record(work) }
  }

  /// On a queue that knows itself.
  static func marked(_ queue: DispatchQueue, _ key: DispatchSpecificKey<String>) -> Delivery {
    queue.setSpecific(key: key, value: queue.label)
    return .queue(queue)
  }
}
