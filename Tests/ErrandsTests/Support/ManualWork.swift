import ErrandsTesting

@testable import Errands

/// Work that a test settles, or abandons, by hand.
final class ManualWork<Value: Sendable>: Sendable {
  /// One entry for each time the hook was called.
  let cancellations = Events<Int>()
  private let starts = Events<Int>()
  private let held = Lock<[Callback<Value>]>([])
  private let name: String
  private let line: UInt

  init(_ name: String = "manual work", line: UInt = #line) {
    self.name = name
    self.line = line
  }

  var errand: Errand<Value> {
    .fromCallback(name, fileID: "Tests/Manual.swift", line: line) { callback in
      callback.onCancel { self.cancellations.record(1) }
      self.held.withLock { $0.append(callback) }
      self.starts.record(1)
    }
  }

  var startCount: Int { starts.count }

  /// The callback of the newest run, once it has started.
  func callback() async throws -> Callback<Value> {
    _ = try await starts.event(1)
    guard let callback = held.withLock({ $0.last }) else { throw CancellationError() }
    return callback
  }

  /// Drops the callbacks, called or not, as careless code does.
  func letGo() {
    let dropped = held.withLock { held in
      defer { held = [] }
      return held
    }
    withExtendedLifetime(dropped) {}
  }
}
