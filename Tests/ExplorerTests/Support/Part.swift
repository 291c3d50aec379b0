import Errands
import ErrandsTesting
import Synchronization

/// Work that a body of a scenario ends by hand. It records that it begins, that it has ended and that it is stopped, and
/// holds an object that is missed if anybody keeps it.
final class Part: Sendable {
  let name: String
  private let scenario: Scenario
  private let callback = Mutex<Callback<Int>?>(nil)

  init(_ name: String, in scenario: Scenario) {
    self.name = name
    self.scenario = scenario
    // A part that goes with the last body would have forgotten its callback.
    scenario.check { withExtendedLifetime(self) {} }
  }

  var errand: Errand<Int> {
    .fromCallback(name) { [self] callback in
      scenario.record("\(name) begins")
      callback.keepAlive(scenario.object(name))
      callback.onCancel { [scenario, name] in scenario.record("\(name) stops") }
      // A former one is freed outside: its end comes to places of choice.
      let former = self.callback.withLock { held in
        defer { held = callback }
        return held
      }
      withExtendedLifetime(former) {}
    }
  }

  /// No effect before the work has begun.
  func succeed(_ value: Int) { end(.success(value)) }
  func fail() { end(.failure(PartError(name: name))) }

  private func end(_ outcome: Result<Int, any Error>) {
    if take()?(outcome) == true { scenario.record("\(name) ends") }
  }

  func report(_ completed: Int64) {
    callback.withLock { $0 }?.report(completed: completed, total: 2)
  }

  /// How urgent the work is that goes on; nil where none does.
  var priority: WorkPriority? { callback.withLock { $0 }?.priority }

  /// As code does that forgets its callback.
  func forget() { withExtendedLifetime(take()) {} }

  private func take() -> Callback<Int>? { callback.withLock { $0.take() } }
}

struct PartError: Error, Equatable {
  let name: String
}
