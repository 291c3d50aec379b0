import Errands
import Tracing

extension Trace {
  /// Makes a span of each run, from the moment it is made to its settlement, with its queueing, start and
  /// progress as events and its outcome as an attribute.
  ///
  /// ```swift
  /// let tracing = Trace.observe(spanningWith: InstrumentationSystem.tracer)
  /// ```
  ///
  /// The parent is the span of the run on whose behalf this one was made; where there is none, the span in
  /// which the calling task is, so that what a request runs lies inside of the request. Where the observation
  /// ends first, open spans end with it.
  public static func observe(spanningWith tracer: any Tracer) -> Observation {
    let spans = TraceSpans(tracer: tracer)
    return observe { event in spans.record(event) }
  }
}
