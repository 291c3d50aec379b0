import ErrandsTesting
import InMemoryTracing
import Metrics
import MetricsTestKit
import Testing
import Tracing

@testable import Errands
@testable import ErrandsObservability

@Suite("The phases of runs, as spans and in metrics")
struct PhaseSpansTests {
  private let tracer = InMemoryTracer()

  @Test("are spans below that of the run, each until the next one or the settlement")
  func spans() throws {
    let tracing = Trace.observe(spanningWith: tracer)
    let story = Story("load")
    story.tell(.made(parent: nil), .started, .phase("requesting"))
    #expect(tracer.activeSpans.map(\.operationName).sorted() == ["load", "requesting"])
    story.tell(.phase("receiving"))
    #expect(tracer.finishedSpans.map(\.operationName) == ["requesting"])
    story.tell(.settled(.succeeded), .phase("too late"))
    let spans = tracer.finishedSpans
    #expect(spans.map(\.operationName) == ["requesting", "receiving", "load"])
    #expect(tracer.activeSpans.isEmpty)
    let load = try #require(spans.last)
    #expect(spans.dropLast().allSatisfy { $0.parentSpanID == load.spanID && $0.traceID == load.traceID })
    tracing.cancel()
  }

  @Test("end with the observation, and where their run has to make room")
  func ends() {
    let spans = Kept<TraceSpans>()
    spans.set(TraceSpans(tracer: tracer, capacity: 1))
    let (first, second) = (Story("first"), Story("second"))
    for kind in [.started, .phase("waiting")] as [TraceEvent.Kind] { spans.value?.record(first.event(kind)) }
    spans.value?.record(second.event(.started))
    #expect(tracer.finishedSpans.map(\.operationName) == ["waiting", "first"])
    spans.value?.record(second.event(.phase("reading")))
    spans.set(nil)
    #expect(tracer.finishedSpans.map(\.operationName) == ["waiting", "first", "reading", "second"])
    #expect(tracer.activeSpans.isEmpty)
  }

  /// The tracer is not called under a lock: what its span is for may be over when it is there.
  @Test("end where the run goes on while the tracer makes them", arguments: ["phase", "settlement"])
  func meanwhile(_ what: String) {
    let story = Story("quick")
    let slow = SlowTracer(tracer) { name in
      guard name == "reading" else { return }
      onAnotherThread { story.tell(what == "phase" ? .phase("decoding") : .settled(.succeeded)) }
    }
    let tracing = Trace.observe(spanningWith: slow)
    story.tell(.started, .phase("reading"))
    if what == "phase" {
      #expect(tracer.activeSpans.map(\.operationName).sorted() == ["decoding", "quick"])
      story.tell(.settled(.succeeded))
    }
    #expect(tracer.activeSpans.isEmpty)
    tracing.cancel()
  }

  @Test("are timed, by their names")
  func timers() throws {
    let metrics = TestMetrics()
    let metering = Trace.observe(meteringWith: metrics, prefix: "shop")
    Story("a").tell(.started, .phase("requesting"), .phase("receiving"), .settled(.succeeded))
    Story("b").tell(.started, .phase("requesting"), .settled(.failed(Refusal())), .phase("too late"))
    Story("c").tell(.started, .settled(.succeeded))
    #expect(try metrics.expectTimer("shop.phase", [("phase", "requesting")]).values.count == 2)
    #expect(try metrics.expectTimer("shop.phase", [("phase", "receiving")]).values.count == 1)
    #expect(metrics.timers.count { $0.label == "shop.phase" } == 2)
    metering.cancel()
  }

  @Test("have the run's name as a dimension where that is asked for")
  func byName() throws {
    let metrics = TestMetrics()
    let metering = Trace.observe(meteringWith: metrics, byName: true)
    Story("cart").tell(.started, .phase("reading"), .settled(.succeeded))
    let timer = try metrics.expectTimer("errands.phase", [("name", "cart"), ("phase", "reading")])
    #expect(timer.values.count == 1)
    metering.cancel()
  }

  // MARK: Spans of others

  private func context(of run: RunID, for tracer: any Tracer) -> ServiceContext? {
    Trace.$caller.withValue(run) { Trace.spanContext(for: tracer) as? ServiceContext }
  }

  @Test("The context of a run's span is there for spans of the same tracer, as long as it is open")
  func contexts() throws {
    let tracing = Trace.observe(spanningWith: tracer)
    let story = Story("load")
    story.tell(.started)
    let own = try #require(context(of: story.run, for: tracer))
    let inside = tracer.startSpan("inside", context: own)
    inside.end()
    #expect(context(of: .next(), for: tracer) == nil)
    #expect(Trace.spanContext(for: tracer) == nil)
    story.tell(.settled(.succeeded))
    #expect(context(of: story.run, for: tracer) == nil)
    let spans = tracer.finishedSpans
    #expect(spans.map(\.operationName) == ["inside", "load"])
    #expect(spans.first?.parentSpanID == spans.last?.spanID)
    tracing.cancel()
  }

  @Test("Another tracer gets none, and nobody when the observation has ended")
  func strangers() {
    let tracing = Trace.observe(spanningWith: tracer)
    let story = Story("load")
    story.tell(.started)
    #expect(context(of: story.run, for: tracer) != nil)
    #expect(context(of: story.run, for: SlowTracer(tracer) { _ in }) == nil)
    #expect(context(of: story.run, for: NoOpTracer()) == nil)
    tracing.cancel()
    #expect(context(of: story.run, for: tracer) == nil)
  }
}
