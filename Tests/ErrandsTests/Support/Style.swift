import Dispatch
import Errands
import Testing

/// The ways to wait that need no library, so that a test of a law runs over all of them.
enum Style: String, CaseIterable, Sendable, Codable, CustomTestStringConvertible {
  case awaiting, closure, delegate, actionDelegate, stream

  var testDescription: String { rawValue }

  /// Those in which progress is seen.
  static let reporting: [Style] = [.closure, .delegate, .actionDelegate, .stream]

  /// Runs the errand; the listener hears what this style tells.
  func listen<Value: Sendable>(
    to errand: Errand<Value>,
    in scope: Scope? = nil,
    on delivery: Delivery = .queue(DispatchQueue(label: "style"))
  ) -> Listener<Value> {
    let listener = Listener<Value>()
    let heard = listener.heard
    switch self {
    case .awaiting:
      let task = Task { heard.record(.settled(await errand.outcome(in: scope))) }
      listener.onCancel { task.cancel() }
    case .closure:
      let run = errand.run(in: scope, on: delivery) { outcome in heard.record(.settled(outcome)) }
      run.onProgress(on: delivery) { heard.record(.progress($0)) }
      listener.onCancel { run.cancel() }
    case .delegate:
      let run = errand.run(delegate: listener, in: scope, on: delivery)
      listener.onCancel { run.cancel() }
    case .actionDelegate:
      let run = errand.run(actions: listener, in: scope, on: delivery)
      listener.onCancel { run.cancel() }
    case .stream:
      let task = Task {
        for await event in errand.events(in: scope) { heard.record(event) }
      }
      listener.onCancel { task.cancel() }
    }
    return listener
  }
}
