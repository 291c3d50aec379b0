import Errands

/// A reference that is let go of at a moment of the test's choosing.
final class Kept<Object: Sendable>: Sendable {
  private let held: Lock<Object?>

  init(_ object: Object? = nil) {
    held = Lock(object)
  }

  var value: Object? { held.withLock { $0 } }

  func set(_ object: Object?) {
    // Swapped inside the lock, dropped outside: a deinit may come back here.
    let dropped = held.withLock { held in
      defer { held = object }
      return held
    }
    withExtendedLifetime(dropped) {}
  }

  func letGo() { set(nil) }

  /// Hands it over, and has it no longer.
  func take() -> Object? { held.withLock { $0.take() } }
}
