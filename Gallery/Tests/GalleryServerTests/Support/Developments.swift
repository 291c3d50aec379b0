import Errands
import ErrandsTesting

/// How often a picture at a path was computed, as the trace tells.
final class Developments: Sendable {
  private let events = Events<Void>()
  private let observation: Trace.Observation

  init(of path: String) {
    observation = Trace.observe { [events] event in
      guard case .started = event.kind, event.name.hasPrefix("rendering "), event.name.hasSuffix(path) else {
        return
      }
      events.record(())
    }
  }

  var count: Int { events.count }
}
