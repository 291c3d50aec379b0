import Tracing

/// How far the span of a phase has come.
enum PhaseSlot: Sendable {
  /// The tracer has been asked for it; the number tells it from that of a later phase of the run.
  case opening(Int)
  case open(any Span)

  var span: (any Span)? {
    if case .open(let span) = self { span } else { nil }
  }

  func isOpening(_ number: Int) -> Bool {
    if case .opening(number) = self { true } else { false }
  }
}
