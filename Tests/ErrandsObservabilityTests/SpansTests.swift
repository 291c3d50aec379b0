import ErrandsTesting
import InMemoryTracing
import Testing
import Tracing

@testable import Errands
@testable import ErrandsObservability

@Suite("The trace as spans")
struct SpansTests {
  private let tracer = InMemoryTracer()

  @Test("is a span for each run, with its outcome and what happened on the way")
  func span() throws {
    let tracing = Trace.observe(spanningWith: tracer)
    let story = Story("load chart")
    story.tell(.made(parent: nil), .queued, .started, .progress(.init(completed: 1, total: 2)))
    #expect(tracer.activeSpans.map(\.operationName) == ["load chart"])
    #expect(tracer.finishedSpans.isEmpty)
    story.tell(.settled(.succeeded), .delivered, .lateSettlement(.succeeded))
    #expect(tracer.activeSpans.isEmpty)
    let span = try #require(tracer.finishedSpans.first)
    #expect(tracer.finishedSpans.count == 1)
    #expect(span.attributes.get("errands.outcome") == "succeeded")
    #expect(span.attributes.get("errands.run") == .string(story.run.description))
    #expect(span.events.map(\.name) == ["queued", "started", "progress"])
    #expect(span.events.last?.attributes.get("completed") == .int64(1))
    #expect(span.events.last?.attributes.get("total") == .int64(2))
    #expect(span.status == nil)
    #expect(span.errors.isEmpty)
    tracing.cancel()
  }

  @Test("records the error of a run that failed")
  func failure() throws {
    let tracing = Trace.observe(spanningWith: tracer)
    Story("failing").tell(.started, .settled(.failed(Refusal())))
    let span = try #require(tracer.finishedSpans.first)
    #expect(span.errors.count == 1)
    #expect(span.errors.first?.error is Refusal)
    #expect(span.status == SpanStatus(code: .error, message: "The door is \"closed\"."))
    #expect(span.attributes.get("errands.outcome") == "failed")
    tracing.cancel()
  }

  @Test("takes a cancellation for no error")
  func cancellation() throws {
    let tracing = Trace.observe(spanningWith: tracer)
    Story("cancelled").tell(.made(parent: nil), .settled(.cancelled))
    let span = try #require(tracer.finishedSpans.first)
    #expect(span.errors.isEmpty)
    #expect(span.status == nil)
    #expect(span.attributes.get("errands.outcome") == "cancelled")
    tracing.cancel()
  }

  @Test("nests a run inside the one on whose behalf it was made")
  func parent() throws {
    let tracing = Trace.observe(spanningWith: tracer)
    let page = Story("page")
    let image = Story("image")
    page.tell(.made(parent: nil), .started)
    image.tell(.made(parent: page.run), .started)
    image.tell(.settled(.succeeded))
    page.tell(.settled(.succeeded))
    let orphan = Story("orphan")
    orphan.tell(.made(parent: page.run), .settled(.succeeded))
    let spans = tracer.finishedSpans
    #expect(spans.map(\.operationName) == ["image", "page", "orphan"])
    #expect(spans[0].parentSpanID == spans[1].spanID)
    #expect(spans[0].traceID == spans[1].traceID)
    #expect(spans[1].parentSpanID == nil)
    #expect(spans[2].parentSpanID == nil)
    tracing.cancel()
  }

  @Test("lies inside the span of the request that runs it", .timeLimit(.minutes(1)))
  func request() async throws {
    let tracing = Trace.observe(spanningWith: tracer)
    let request = tracer.startSpan("request", context: .topLevel)
    try await ServiceContext.withValue(request.context) {
      _ = try await Errand<Int>.fromCallback("in a request") { $0.succeed(1) }.value()
    }
    request.end()
    let span = try #require(tracer.finishedSpans.first { $0.operationName == "in a request" })
    #expect(span.parentSpanID == request.spanID)
    tracing.cancel()
  }

  @Test("ends what is open when the observation ends")
  func observationEnds() {
    let tracing = Trace.observe(spanningWith: tracer)
    let story = Story("longer")
    story.tell(.started)
    tracing.cancel()
    #expect(tracer.activeSpans.isEmpty)
    #expect(tracer.finishedSpans.map(\.operationName) == ["longer"])
    story.tell(.settled(.succeeded))
    #expect(tracer.finishedSpans.count == 1)
  }

  @Test("ends the oldest span where more are open than there is room for")
  func bounded() {
    let spans = TraceSpans(tracer: tracer, capacity: 2)
    let stories = ["first", "second", "third"].map { Story($0) }
    for story in stories { spans.record(story.event(.started)) }
    #expect(tracer.finishedSpans.map(\.operationName) == ["first"])
    for story in stories { spans.record(story.event(.settled(.succeeded))) }
    #expect(tracer.finishedSpans.map(\.operationName) == ["first", "second", "third"])
    #expect(tracer.activeSpans.isEmpty)
  }

  /// A run made while the tracer makes the span may take the last place.
  @Test("ends the span of a run that is forgotten while the tracer makes it")
  func forgottenMeanwhile() {
    let (first, second) = (Story("first"), Story("second"))
    let spans = Kept<TraceSpans>()
    let slow = SlowTracer(tracer) { name in
      if name == "first" { spans.value?.record(second.event(.started)) }
    }
    spans.set(TraceSpans(tracer: slow, capacity: 1))
    spans.value?.record(first.event(.started))
    #expect(tracer.activeSpans.map(\.operationName) == ["second"])
    #expect(tracer.finishedSpans.map(\.operationName) == ["first"])
    spans.set(nil)
    #expect(tracer.activeSpans.isEmpty)
  }

  @Test("of real runs from many threads leaves no span open", .timeLimit(.minutes(1)))
  func real() async throws {
    let tracing = Trace.observe(spanningWith: tracer)
    await withTaskGroup(of: Void.self) { group in
      for number in 0..<200 {
        group.addTask {
          let run = Errand("real") { number }.run()
          run.cancel()
        }
      }
    }
    #expect(tracer.activeSpans.isEmpty)
    let spans = tracer.finishedSpans.filter { $0.operationName == "real" }
    #expect(spans.count == 200)
    #expect(Set(spans.map(\.spanID)).count == 200)
    tracing.cancel()
  }

  /// The tracer is not called under a lock, so a run may settle while the tracer still makes its span. The
  /// span used to be stored afterwards, and stayed open for ever.
  @Test("ends the span of a run that settles while the tracer makes it")
  func settlesMeanwhile() {
    let story = Story("quick")
    let slow = SlowTracer(tracer) { _ in
      // On a thread of its own: on this one the trace tells it only after the event at hand.
      onAnotherThread { story.tell(.settled(.failed(Refusal()))) }
    }
    let tracing = Trace.observe(spanningWith: slow)
    story.tell(.started)
    #expect(tracer.activeSpans.isEmpty)
    #expect(tracer.finishedSpans.map(\.operationName) == ["quick"])
    #expect(tracer.finishedSpans.first?.errors.count == 1)
    tracing.cancel()
  }
}
