import ErrandsTesting
import Testing

@testable import Errands

@Suite("A tracker of the runs, for a dump")
struct RunTrackerDumpTests {
  private let timeline = Timeline()

  private func dump(_ tracker: RunTracker) -> TraceDump {
    tracker.dump(at: timeline.start, heldLongerThan: .seconds(10))
  }

  private func made(_ run: AnyRun) -> TraceEvent {
    timeline.event(.made(parent: nil), run: run.id.rawValue, details: .made(RunReference(run)))
  }

  @Test("knows what is in flight, and nothing of what has settled")
  func settled() {
    let tracker = RunTracker()
    for id: UInt64 in [1, 2] { tracker.take(timeline.event(.made(parent: nil), run: id)) }
    tracker.take(timeline.event(.settled(.succeeded), run: 1))
    #expect(dump(tracker).entries.map(\.id) == [RunID(rawValue: 2)])
    #expect(tracker.count == 1)
  }

  @Test("keeps no run alive, and forgets one that went away without an outcome")
  func gone() {
    let tracker = RunTracker()
    var run: Run<Int>? = Run(name: "gone", registry: nil)
    weak let alive = run
    if let run { tracker.take(made(run)) }
    #expect(dump(tracker).entries.count == 1)
    run = nil
    #expect(alive == nil)
    #expect(dump(tracker).entries.isEmpty)
    #expect(tracker.count == 0)
  }

  @Test("does not wait for a dump to forget those that went away")
  func crowd() {
    let tracker = RunTracker()
    let kept = Run<Int>(name: "kept", registry: nil)
    tracker.take(made(kept))
    for _ in 0..<10 * RunTracker.smallCrowd { tracker.take(made(Run<Int>(name: "gone", registry: nil))) }
    #expect(tracker.count <= RunTracker.smallCrowd)
    #expect(dump(tracker).entries.map(\.id) == [kept.id])
  }

  @Test("says how many it had to forget")
  func bounded() {
    let tracker = RunTracker(capacity: 3)
    for id in 1...8 as ClosedRange<UInt64> { tracker.take(timeline.event(.made(parent: nil), run: id)) }
    #expect(dump(tracker).forgotten == 5)
    #expect(dump(tracker).entries.map(\.id.rawValue) == [6, 7, 8])
  }

  @Test("does not say of a run that it has never seen whether anybody waits for it")
  func unknown() {
    let tracker = RunTracker()
    tracker.take(timeline.event(.started))
    #expect(dump(tracker).entries.map(\.isUnawaited) == [false])
  }

  @Test("says that nobody waits for a run", .timeLimit(.minutes(1)))
  func unawaited() async throws {
    let tracker = RunTracker()
    let run = Run<Int>(name: "unawaited", registry: nil)
    tracker.take(made(run))
    #expect(dump(tracker).entries.map(\.isUnawaited) == [true])
    let waiting = try await suspendedTask { try await run.value }
    #expect(dump(tracker).entries.map(\.isUnawaited) == [false])
    waiting.cancel()
    await #expect(throws: CancellationError.self) { try await waiting.value }
    #expect(dump(tracker).entries.map(\.isUnawaited) == [true])
    run.whenSettled(on: .immediate) { _ in }
    #expect(dump(tracker).entries.map(\.isUnawaited) == [false])
    run.cancel()
  }

  @Test("finds whoever waits by another way: a scope, a main actor, work that depends on the run")
  func awaited() {
    let tracker = RunTracker()
    let scope = Scope()
    let scoped = Run<Int>(name: "scoped", registry: scope.registry)
    let owned = Run<Int>(name: "owned", registry: nil)
    let needed = Run<Int>(name: "needed", registry: nil)
    owned.whenSettled { _ in }
    let dependent = WorkQueue(limit: 1).add(Errand { 1 }, after: [needed])
    for run in [scoped, owned, needed] { tracker.take(made(run)) }
    #expect(dump(tracker).entries.map(\.isUnawaited) == [false, false, false])
    withExtendedLifetime(dependent) {}
    for run in [scoped, owned, needed] { run.cancel() }
  }

  @Test("takes a run that is just being told for one that somebody waits for")
  func decided() {
    let tracker = RunTracker()
    let run = Run<Int>(name: "decided", registry: nil)
    tracker.take(made(run))
    _ = run.settlement.decide(.success(1))
    #expect(dump(tracker).entries.map(\.isUnawaited) == [false])
  }
}
