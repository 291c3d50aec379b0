import Testing

@testable import Errands

@Suite("The runs in flight")
struct RunsInFlightTests {
  private let timeline = Timeline()

  @Test("are those that were made and have not settled, in the order in which they were made")
  func inFlight() {
    var runs = RunsInFlight(capacity: 10)
    for id: UInt64 in [2, 1, 3] { _ = runs.take(timeline.event(.made(parent: nil), run: id)) }
    _ = runs.take(timeline.event(.started, run: 1))
    let step = runs.take(timeline.event(.settled(.succeeded), run: 2))
    #expect(Timeline.ids(runs.all) == [1, 3])
    #expect(runs.count == 2)
    #expect(step.settled?.id == RunID(rawValue: 2))
    #expect(step.before?.phase == .made)
  }

  @Test(
    "begin with whatever is heard of them first",
    arguments: [
      TraceEvent.Kind.made(parent: nil), .queued, .started, .progress(.init(completed: 1, total: 2)),
    ]
  )
  func first(kind: TraceEvent.Kind) {
    var runs = RunsInFlight(capacity: 10)
    #expect(runs.take(timeline.event(kind)).began)
    #expect(!runs.take(timeline.event(.progress(.init(completed: 2, total: 2)))).began)
    #expect(runs.count == 1)
  }

  @Test("do not come back by what is told after the settlement")
  func afterwards() {
    var runs = RunsInFlight(capacity: 10)
    _ = runs.take(timeline.event(.started))
    _ = runs.take(timeline.event(.settled(.cancelled)))
    let late: [TraceEvent.Kind] = [
      .started, .queued, .progress(.init(completed: 1, total: nil)), .delivered, .ownerGone,
      .lateSettlement(.succeeded), .abandoned(SourceLocation()), .settled(.succeeded),
    ]
    for kind in late {
      let step = runs.take(timeline.event(kind))
      #expect(step.after == nil, "\(kind.label)")
      #expect(!step.began)
    }
    #expect(runs.count == 0)
  }

  @Test("remember those that settled for a while, not for ever")
  func forgetsSettled() {
    var runs = RunsInFlight(capacity: 10)
    for id in 1...5_000 as ClosedRange<UInt64> {
      _ = runs.take(timeline.event(.settled(.succeeded), run: id))
    }
    #expect(!runs.take(timeline.event(.started, run: 5_000)).began)
    #expect(!runs.take(timeline.event(.started, run: 4_000)).began)
    #expect(runs.take(timeline.event(.started, run: 1)).began)
  }

  // Beyond the last thousand a run came back, and stayed: a gauge that goes up for ever, a span without an end.
  @Test("do not come back by what is told late, however many have settled since")
  func longAfterwards() {
    var runs = RunsInFlight(capacity: 10)
    for id in 1...5_000 as ClosedRange<UInt64> {
      _ = runs.take(timeline.event(.made(parent: nil), run: id))
      _ = runs.take(timeline.event(.settled(.succeeded), run: id))
    }
    let report = RunProgress(completed: 1, total: nil)
    let late: [TraceEvent.Kind] = [.started, .queued, .progress(report), .phase("late")]
    for kind in late { #expect(!runs.take(timeline.event(kind)).began) }
    #expect(runs.count == 0)
  }

  @Test("begin late where they were made before anybody looked, or their making is told behind their start")
  func lateBeginning() {
    var runs = RunsInFlight(capacity: 10)
    _ = runs.take(timeline.event(.made(parent: nil), run: 5))
    #expect(runs.take(timeline.event(.started, run: 4)).began)
    #expect(runs.take(timeline.event(.started, run: 6)).began)
    #expect(!runs.take(timeline.event(.made(parent: nil), run: 6)).began)
    #expect(Timeline.ids(runs.all) == [4, 5, 6])
  }

  @Test("tell of a settlement even where the run began before anybody looked")
  func unknown() {
    var runs = RunsInFlight(capacity: 10)
    let step = runs.take(timeline.event(.settled(.succeeded)))
    #expect(step.settled != nil)
    #expect(step.before == nil)
    #expect(!step.began)
    #expect(runs.count == 0)
  }

  @Test("are told of in the same way where nobody wants to see them before and after")
  func noted() {
    var runs = RunsInFlight(capacity: 1)
    func isKnown(_ change: RunsInFlight.Change) -> Bool { if case .known = change { true } else { false } }
    guard case .began(nil) = runs.note(timeline.event(.made(parent: nil), run: 1)) else {
      Issue.record("the first event of a run is its beginning")
      return
    }
    #expect(isKnown(runs.note(timeline.event(.started, run: 1))))
    guard case .began(let forgotten) = runs.note(timeline.event(.started, run: 2)) else {
      Issue.record("the second run has begun")
      return
    }
    #expect(forgotten?.id == RunID(rawValue: 1) && forgotten?.phase == .running)
    guard case .settled(let run) = runs.note(timeline.event(.settled(.succeeded), run: 2)) else {
      Issue.record("the run has settled")
      return
    }
    #expect(run.phase == .settled && run.started != nil)
    #expect(isKnown(runs.note(timeline.event(.started, run: 2))))
    #expect(runs.count == 0)
  }

  @Test("are never more than there is room for: the oldest is forgotten")
  func bounded() {
    var runs = RunsInFlight(capacity: 3)
    var forgotten: [UInt64] = []
    for id in 1...8 as ClosedRange<UInt64> {
      if let run = runs.take(timeline.event(.started, run: id)).forgotten {
        forgotten.append(run.id.rawValue)
      }
    }
    #expect(forgotten == [1, 2, 3, 4, 5])
    #expect(Timeline.ids(runs.all) == [6, 7, 8])
  }

  @Test("forget the oldest of those still in flight, whatever settled in between")
  func boundedBySettled() {
    var runs = RunsInFlight(capacity: 3)
    _ = runs.take(timeline.event(.started, run: 1))
    for id in 2...500 as ClosedRange<UInt64> {
      let step = runs.take(timeline.event(.started, run: id))
      #expect(step.forgotten == nil)
      _ = runs.take(timeline.event(.settled(.succeeded), run: id))
    }
    for id in 501...502 as ClosedRange<UInt64> { _ = runs.take(timeline.event(.started, run: id)) }
    #expect(Timeline.ids(runs.all) == [1, 501, 502])
    #expect(runs.take(timeline.event(.started, run: 503)).forgotten?.id == RunID(rawValue: 1))
  }
}
