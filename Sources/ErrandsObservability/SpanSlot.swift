import Errands
import Tracing

/// How far the span of a run has come.
enum SpanSlot: Sendable {
  /// The tracer has been asked for it.
  case opening
  case open(any Span)
  /// The run settled before the tracer had answered; the span is to end with this event.
  case settled(TraceEvent)

  var span: (any Span)? {
    if case .open(let span) = self { span } else { nil }
  }

  /// What is left of it when the run settles.
  func settling(with event: TraceEvent) -> SpanSlot? {
    switch self {
    case .opening: .settled(event)
    case .open: nil
    case .settled: self
    }
  }
}
