import InMemoryTracing
import Tracing

/// A tracer during whose making of a span something happens.
struct SlowTracer: Tracer {
  private let tracer: InMemoryTracer
  private let meanwhile: @Sendable (_ span: String) -> Void

  init(_ tracer: InMemoryTracer, meanwhile: @escaping @Sendable (_ span: String) -> Void) {
    self.tracer = tracer
    self.meanwhile = meanwhile
  }

  func startSpan<Instant: TracerInstant>(
    _ operationName: String,
    context: @autoclosure () -> ServiceContext,
    ofKind kind: SpanKind,
    at instant: @autoclosure () -> Instant,
    function: String,
    file fileID: String,
    line: UInt
  ) -> InMemorySpan {
    meanwhile(operationName)
    return tracer.startSpan(
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
