import Errands
import Tracing

extension Span {
  /// Writes down what happened to the run; its settlement ends the span.
  func note(_ event: TraceEvent) {
    switch event.kind {
    case .queued: addEvent("queued")
    case .started: addEvent("started")
    case .progress(let progress): addEvent(SpanEvent(name: "progress", attributes: Self.attributes(progress)))
    case .settled(let ending): end(with: ending)
    // A phase is a span of its own.
    case .made, .madeWithin, .joined, .phase, .delivered, .ownerGone, .lateSettlement, .abandoned: break
    }
  }

  /// A success leaves the status unset, as OpenTelemetry asks of libraries; a cancellation is no error.
  private func end(with ending: TraceEvent.Ending) {
    attributes["errands.outcome"] = ending.outcome
    if case .failed(let error) = ending {
      recordError(error)
      setStatus(SpanStatus(code: .error, message: String(describing: error)))
    }
    end()
  }

  private static func attributes(_ progress: RunProgress) -> SpanAttributes {
    var attributes: SpanAttributes = ["completed": .int64(progress.completed)]
    if let total = progress.total { attributes["total"] = total }
    return attributes
  }
}
