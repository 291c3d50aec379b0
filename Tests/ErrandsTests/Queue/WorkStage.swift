import ErrandsTesting

@testable import Errands

/// Works that a test ends by hand, by name, and the order in which they were started.
final class WorkStage: Sendable {
  let started = Events<String>()
  private let held = Lock<[String: Callback<String>]>([:])

  func work(_ name: String) -> Errand<String> {
    .fromCallback(name) { callback in
      self.held.withLock { $0[name] = callback }
      self.started.record(name)
    }
  }

  /// Ends works that have started, one after the other.
  func finish(_ names: String...) {
    for name in names { take(name)?.succeed(name) }
  }

  func fail(_ name: String, with error: any Error) {
    take(name)?.fail(error)
  }

  private func take(_ name: String) -> Callback<String>? {
    held.withLock { $0.removeValue(forKey: name) }
  }
}
