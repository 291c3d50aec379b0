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

  /// Ends works, one after the other, each as soon as it has started.
  func finish(_ names: String...) async throws {
    for name in names { try await callback(name).succeed(name) }
  }

  func fail(_ name: String, with error: any Error) async throws {
    try await callback(name).fail(error)
  }

  /// Ends a work that has started.
  func end(_ name: String) { take(name)?.succeed(name) }

  /// Works that have waited start on threads of their own.
  private func callback(_ name: String) async throws -> Callback<String> {
    var number = 1
    while true {
      if let callback = take(name) { return callback }
      _ = try await started.event(number)
      number += 1
    }
  }

  private func take(_ name: String) -> Callback<String>? {
    held.withLock { $0.removeValue(forKey: name) }
  }
}
