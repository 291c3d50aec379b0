import Errands

/// A reference that is set later than it is captured.
final class Kept<Object: AnyObject & Sendable>: Sendable {
  private let held = Lock<Object?>(nil)

  var value: Object? { held.withLock { $0 } }

  func set(_ object: Object?) {
    // Swapped inside the lock, dropped outside: a deinit may come back here.
    let dropped = held.withLock { held in
      defer { held = object }
      return held
    }
    withExtendedLifetime(dropped) {}
  }
}
