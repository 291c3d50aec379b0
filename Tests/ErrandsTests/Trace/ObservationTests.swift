import ErrandsTesting
import Testing

@testable import Errands

@Suite("An observer of the trace")
struct ObservationTests {
  private func record(_ name: String, _ kind: TraceEvent.Kind, run: RunID = .next()) {
    Trace.record(run: run, label: label(name), kind)
  }

  private func label(_ name: String) -> Label { Label(name: name, origin: SourceLocation()) }

  @Test("is called in the order of registration")
  func order() {
    let heard = Events<Int>()
    // More than a handful: a dictionary of observers had its own order, which a pair often met by chance.
    let observations = (0..<20).map { number in
      Trace.observe { event in if event.name == "order" { heard.record(number) } }
    }
    record("order", .started)
    #expect(heard.all == Array(0..<20))
    observations[5].cancel()
    record("order", .started)
    #expect(heard.all.suffix(19) == Array(0..<5) + Array(6..<20))
  }

  @Test("hears nothing after the observation has ended, by cancel or by being let go of")
  func ends() {
    let heard = Events<String>()
    var kept: Trace.Observation? = Trace.observe { event in
      if event.name == "ends" { heard.record("kept") }
    }
    let cancelled = Trace.observe { event in if event.name == "ends" { heard.record("cancelled") } }
    record("ends", .started)
    cancelled.cancel()
    cancelled.cancel()
    record("ends", .started)
    #expect(heard.all == ["kept", "cancelled", "kept"])
    withExtendedLifetime(kept) {}
    kept = nil
    record("ends", .started)
    #expect(heard.count == 3)
  }

  @Test("may end its own observation inside a call")
  func endsItself() {
    let heard = Events<String>()
    let own = Kept<Trace.Observation>()
    own.set(
      Trace.observe { event in
        guard event.name == "own" else { return }
        heard.record("first")
        own.set(nil)
      }
    )
    let second = Trace.observe { event in if event.name == "own" { heard.record("second") } }
    record("own", .started)
    record("own", .started)
    #expect(heard.all == ["first", "second", "second"])
    second.cancel()
  }

  /// Told at once, the settlement that the first observer causes reached the second one before the start.
  @Test("hears of the events in the same order as one that causes some of them")
  func causes() {
    let first = Events<String>()
    let second = Events<String>()
    let id = RunID.next()
    let causing = Trace.observe { event in
      guard event.run == id else { return }
      first.record(event.kind.label)
      if case .started = event.kind { record("causes", .settled(.cancelled), run: id) }
    }
    let following = Trace.observe { event in if event.run == id { second.record(event.kind.label) } }
    record("causes", .started, run: id)
    #expect(first.all == ["started", "settled cancelled"])
    #expect(second.all == ["started", "settled cancelled"])
    causing.cancel()
    following.cancel()
  }

  @Test("may run an errand, and hears of that one too", .timeLimit(.minutes(1)))
  func runsErrands() async throws {
    let log = TraceLog(of: "inside")
    let observation = Trace.observe { event in
      guard event.name == "outside", case .settled = event.kind else { return }
      Errand<Int>.fromCallback("inside") { $0.succeed(1) }.run()
    }
    _ = try await Errand<Int>.fromCallback("outside") { $0.succeed(1) }.value()
    try await log.event("settled succeeded")
    observation.cancel()
  }

  @Test("that answers every event with another does not overflow the stack")
  func manyInside() {
    let heard = Events<Int>()
    let observation = Trace.observe { event in
      guard event.name == "inside of inside" else { return }
      heard.record(1)
      if heard.count < 2_000 { record(event.name, .started) }
    }
    record("inside of inside", .started)
    #expect(heard.count == 2_000)
    observation.cancel()
  }

  @Test(
    "is the reason why a label and an event are put together at all",
    .enabled(if: Trace.observerCount.load(ordering: .relaxed) == 0, "somebody else observes")
  )
  func nobody() {
    func label() -> Label {
      Issue.record("the label was asked for")
      return self.label("")
    }
    func kind() -> TraceEvent.Kind {
      Issue.record("the event was asked for")
      return .started
    }
    func details() -> TraceDetails? {
      Issue.record("the details were asked for")
      return nil
    }
    Trace.record(run: .next(), label: label(), kind(), details: details())
  }
}
