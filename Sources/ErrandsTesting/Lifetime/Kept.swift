import Errands

/// A reference that a test, or a handler, lets go of at a moment of its choosing.
package final class Kept<Object: Sendable>: Sendable {
  private let held: Lock<Object?>

  package init(_ object: Object? = nil) {
    held = Lock(object)
  }

  package var value: Object? { held.withLock { $0 } }
  package var isEmpty: Bool { value == nil }

  package func set(_ object: Object?) {
    // Swapped inside the lock, dropped outside: a deinit may come back here.
    let dropped = held.withLock { held in
      defer { held = object }
      return held
    }
    withExtendedLifetime(dropped) {}
  }

  package func letGo() { set(nil) }

  /// Hands it over, and has it no longer.
  package func take() -> Object? { held.withLock { $0.take() } }
}
