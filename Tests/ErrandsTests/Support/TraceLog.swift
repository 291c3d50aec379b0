import Errands
import ErrandsTesting

/// The trace of the runs that bear one name: the oracle of the tests that assert an order of events.
final class TraceLog: Sendable {
  let events = Events<TraceEvent>()
  private let observation: Trace.Observation

  init(of name: String) {
    observation = Trace.observe { [events] event in
      if event.name == name { events.record(event) }
    }
  }

  /// What happened, as words.
  var labels: [String] { events.all.map(\.kind.label) }

  /// What happened to one run, as words.
  func labels(of run: RunID) -> [String] { events.all.filter { $0.run == run }.map(\.kind.label) }

  /// Waits for an event of this kind.
  func event(_ label: String) async throws {
    _ = try await events.first { $0.kind.label == label }
  }
}
