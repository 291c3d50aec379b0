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
  /// A phase of the work (`Callback.enter(phase:)`) is a span of its own below that of the run, until the next phase or the
  /// settlement.
  ///
  /// The parent is the span of the run on whose behalf this one was made; where there is none, the span in
  /// which the calling task is, so that what a request runs lies inside of the request. Where the observation
  /// ends first, open spans end with it.
  ///
  /// The requests that a load of ErrandsLoading sends over AsyncHTTPClient are spans below that of the load's run, where both
  /// are given the same tracer.
  public static func observe(spanningWith tracer: any Tracer) -> Observation {
    let spans = TraceSpans(tracer: tracer)
    let contexts = Trace.giveSpanContexts { [weak spans] in spans?.context(of: $0, for: $1) }
    return observe { event in withExtendedLifetime(contexts) { spans.record(event) } }
  }
}
