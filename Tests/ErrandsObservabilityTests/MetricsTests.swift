import ErrandsTesting
import Metrics
import MetricsTestKit
import Testing

@testable import Errands
@testable import ErrandsObservability

@Suite("The trace in metrics")
struct MetricsTests {
  private let metrics = TestMetrics()

  private func count(_ label: String, _ dimensions: [(String, String)] = []) -> Int64 {
    metrics.counterTotal(label: label, dimensions: dimensions)
  }

  @Test("counts what started, and what settled by its outcome")
  func counters() {
    let metering = Trace.observe(meteringWith: metrics)
    for _ in 0..<3 { Story("a").tell(.made(parent: nil), .started, .settled(.succeeded)) }
    for _ in 0..<2 { Story("b").tell(.started, .settled(.failed(Refusal()))) }
    Story("c").tell(.made(parent: nil), .settled(.cancelled))
    #expect(count("errands.started") == 5)
    #expect(count("errands.settled", [("outcome", "succeeded")]) == 3)
    #expect(count("errands.settled", [("outcome", "failed")]) == 2)
    #expect(count("errands.settled", [("outcome", "cancelled")]) == 1)
    metering.cancel()
  }

  @Test("times the work of those that started")
  func timer() throws {
    let metering = Trace.observe(meteringWith: metrics)
    Story("never started").tell(.made(parent: nil), .queued, .settled(.cancelled))
    Story("worked").tell(.queued, .started, .settled(.succeeded))
    let succeeded = try metrics.expectTimer("errands.duration", [("outcome", "succeeded")])
    #expect(succeeded.values.count == 1)
    #expect(succeeded.values.allSatisfy { $0 >= 0 && $0 < 60_000_000_000 })
    #expect(try metrics.expectTimer("errands.duration", [("outcome", "cancelled")]).values.isEmpty)
    metering.cancel()
  }

  // Each thread looks at the clock before it tells, and a timer was given less than nothing.
  @Test("times nothing below zero, whenever the threads looked at the clock")
  func clocks() throws {
    let timing = TraceMeter(factory: metrics, prefix: "late", byName: false)
    let (story, now) = (Story("late"), ContinuousClock.now)
    let kinds: [TraceEvent.Kind] = [.started, .phase("first"), .phase("second"), .settled(.succeeded)]
    for (number, kind) in kinds.enumerated() {
      let label = Label(name: story.name, origin: SourceLocation())
      let time = now - .milliseconds(number)
      timing.record(TraceEvent(run: story.run, label: label, time: time, kind: kind))
    }
    for (name, dimension) in [("phase", ("phase", "first")), ("phase", ("phase", "second"))]
      + [("duration", ("outcome", "succeeded"))]
    {
      #expect(try metrics.expectTimer("late.\(name)", [dimension]).values == [0])
    }
  }

  @Test("knows how many are in flight, and leaves none behind")
  func inFlight() throws {
    let before = Story("before")
    before.tell(.started)
    let metering = Trace.observe(meteringWith: metrics)
    let meter = try metrics.expectMeter("errands.in_flight")
    let first = Story("first")
    let second = Story("second")
    first.tell(.made(parent: nil), .queued)
    second.tell(.started)
    first.tell(.started)
    #expect(meter.lastValue == 2)
    // Not counted in, so not counted out.
    before.tell(.settled(.succeeded))
    first.tell(.settled(.succeeded), .lateSettlement(.succeeded), .delivered)
    #expect(meter.lastValue == 1)
    metering.cancel()
    #expect(meter.lastValue == 0)
    second.tell(.settled(.succeeded))
    #expect(meter.lastValue == 0)
  }

  /// Each name is a time series of its own to whoever stores them, and some names contain an address.
  @Test("has no dimension that grows with the names, unless it is asked for")
  func cardinality() {
    let metering = Trace.observe(meteringWith: metrics, prefix: "shop")
    for number in 0..<50 { Story("GET /item/\(number)").tell(.started, .settled(.succeeded)) }
    #expect(count("shop.started") == 50)
    #expect(metrics.counters.count == 4)
    #expect(metrics.timers.count == 3)
    #expect(metrics.meters.count == 1)
    metering.cancel()
  }

  @Test("has the name as a dimension where it is asked for")
  func byName() throws {
    let metering = Trace.observe(meteringWith: metrics, byName: true)
    Story("cart").tell(.started, .settled(.succeeded))
    Story("cart").tell(.started, .settled(.succeeded))
    Story("search").tell(.started, .settled(.succeeded))
    #expect(count("errands.started", [("name", "cart")]) == 2)
    #expect(count("errands.started", [("name", "search")]) == 1)
    #expect(count("errands.settled", [("name", "cart"), ("outcome", "succeeded")]) == 2)
    let timer = try metrics.expectTimer("errands.duration", [("name", "cart"), ("outcome", "succeeded")])
    #expect(timer.values.count == 2)
    metering.cancel()
  }

  @Test("counts no more in flight than there is room for, and counts none out twice")
  func bounded() throws {
    let counting = TraceMeter(factory: metrics, prefix: "few", byName: false, capacity: 3)
    let stories = (0..<5).map { _ in Story("stuck") }
    for story in stories { counting.record(story.event(.started)) }
    let meter = try metrics.expectMeter("few.in_flight")
    #expect(meter.lastValue == 3)
    for story in stories { counting.record(story.event(.settled(.succeeded))) }
    #expect(meter.lastValue == 0)
    #expect(count("few.settled", [("outcome", "succeeded")]) == 5)
  }

  @Test("meets real runs from many threads and is back at zero", .timeLimit(.minutes(1)))
  func real() async throws {
    let metering = Trace.observe(meteringWith: metrics, prefix: "real")
    try await withThrowingTaskGroup(of: Int.self) { group in
      for number in 0..<200 { group.addTask { try await Errand("real") { number }.value() } }
      for try await _ in group {}
    }
    #expect(count("real.settled", [("outcome", "succeeded")]) == 200)
    #expect(try metrics.expectMeter("real.in_flight").lastValue == 0)
    metering.cancel()
  }
}
