import InMemoryTracing
import Tracing

/// A test's own tracer, an object: spans of runs are seen by every tracer of the process, and those of another test are then not
/// taken for its own.
final class OwnTracer: Tracer {
  private let tracer = InMemoryTracer()

  var finishedSpans: [FinishedInMemorySpan] { tracer.finishedSpans }
  var activeSpans: [InMemorySpan] { tracer.activeSpans }

  func startSpan<Instant: TracerInstant>(
    _ operationName: String,
    context: @autoclosure () -> ServiceContext,
    ofKind kind: SpanKind,
    at instant: @autoclosure () -> Instant,
    function: String,
    file fileID: String,
    line: UInt
  ) -> InMemorySpan {
    tracer.startSpan(
      operationName,
      context: context(),
      ofKind: kind,
      at: instant(),
      function: function,
      file: fileID,
      line: line
    )
  }

  func forceFlush() { tracer.forceFlush() }

  func extract<Carrier, Extract: Extractor>(
    _ carrier: Carrier,
    into context: inout ServiceContext,
    using extractor: Extract
  ) where Extract.Carrier == Carrier {
    tracer.extract(carrier, into: &context, using: extractor)
  }

  func inject<Carrier, Inject: Injector>(
    _ context: ServiceContext,
    into carrier: inout Carrier,
    using injector: Inject
  ) where Inject.Carrier == Carrier {
    tracer.inject(context, into: &carrier, using: injector)
  }
}
