@testable import Errands

/// What happens to one run, told to the trace step by step by a test: which thread reports what first is then
/// not a matter of chance.
struct Story {
  let run = RunID.next()
  let name: String

  init(_ name: String) {
    self.name = name
  }

  private var label: Label { Label(name: name, origin: SourceLocation()) }

  /// An event of it, for a bridge that a test feeds by hand.
  func event(_ kind: TraceEvent.Kind) -> TraceEvent {
    TraceEvent(run: run, label: label, time: .now, kind: kind)
  }

  func tell(_ kinds: TraceEvent.Kind...) {
    for kind in kinds { Trace.record(run: run, label: label, kind) }
  }
}
