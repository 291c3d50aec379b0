import Testing

@testable import Errands

@Suite("What the trace tells of a run")
struct TracedRunTests {
  private let timeline = Timeline()

  private func run(_ events: [TraceEvent]) -> TracedRun {
    var run = TracedRun(seenIn: events.first ?? timeline.event(.started))
    for event in events { run.note(event) }
    return run
  }

  @Test("is its parent, its times and its ending")
  func whole() {
    let run = run([
      timeline.event(.made(parent: RunID(rawValue: 7)), at: 1),
      timeline.event(.queued, at: 2),
      timeline.event(.started, at: 5),
      timeline.event(.progress(RunProgress(completed: 3, total: 4)), at: 6),
      timeline.event(.settled(.succeeded), at: 9),
    ])
    #expect(run.parent == RunID(rawValue: 7))
    #expect(run.made == timeline.start + .milliseconds(1))
    #expect(run.queued == timeline.start + .milliseconds(2))
    #expect(run.started == timeline.start + .milliseconds(5))
    #expect(run.settled == timeline.start + .milliseconds(9))
    #expect(run.progress == RunProgress(completed: 3, total: 4))
    #expect(run.ending?.label == "succeeded")
    #expect(run.duration == .milliseconds(4))
  }

  @Test("is the phase in which it is")
  func phases() {
    let events: [TraceEvent] = [
      timeline.event(.made(parent: nil)), timeline.event(.queued), timeline.event(.started),
      timeline.event(.settled(.cancelled)),
    ]
    let phases = (1...4).map { run(Array(events.prefix($0))).phase }
    #expect(phases == [.made, .queued, .running, .settled])
  }

  @Test("has a duration from its first event where it never started")
  func neverStarted() {
    let run = run([
      timeline.event(.queued, at: 10), timeline.event(.settled(.cancelled), at: 25),
    ])
    #expect(run.duration == .milliseconds(15))
    #expect(run.started == nil)
  }

  // Each thread looks at the clock before it tells, and a run could end before it began: a timer below zero.
  @Test("has no time that is before that of an event which was told earlier")
  func clocks() {
    let run = run([
      timeline.event(.made(parent: nil), at: 3), timeline.event(.started, at: 5),
      timeline.event(.progress(RunProgress(completed: 1, total: nil)), at: 2),
      timeline.event(.settled(.succeeded), at: 1),
    ])
    #expect(run.reported == run.started && run.settled == run.started && run.duration == .zero)
  }

  /// Two threads report at the same moment, and the trace has them in either order.
  @Test("does not go back when another thread reports late")
  func late() {
    let run = run([
      timeline.event(.started, at: 1),
      timeline.event(.queued, at: 2),
      timeline.event(.progress(RunProgress(completed: 5, total: nil)), at: 3),
      timeline.event(.progress(RunProgress(completed: 4, total: nil)), at: 4),
      timeline.event(.settled(.succeeded), at: 5),
      timeline.event(.started, at: 6),
      timeline.event(.settled(.cancelled), at: 7),
      timeline.event(.delivered, at: 8),
    ])
    #expect(run.queued == nil)
    #expect(run.started == timeline.start + .milliseconds(1))
    #expect(run.progress?.completed == 5)
    #expect(run.ending?.label == "succeeded")
    #expect(run.settled == timeline.start + .milliseconds(5))
  }
}
