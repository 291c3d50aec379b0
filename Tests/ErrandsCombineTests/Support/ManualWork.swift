import Errands
import ErrandsTesting

/// Work that a test settles by hand.
final class ManualWork<Value: Sendable>: Sendable {
  /// One entry for each time that the work was stopped.
  let stops = Events<Int>()
  private let callbacks = Events<Callback<Value>>()

  var errand: Errand<Value> {
    .fromCallback("manual work") { callback in
      callback.onCancel { self.stops.record(1) }
      self.callbacks.record(callback)
    }
  }

  var startCount: Int { callbacks.count }

  /// The callback of the first run, once it has started.
  func callback() async throws -> Callback<Value> { try await callbacks.event(1) }
}
