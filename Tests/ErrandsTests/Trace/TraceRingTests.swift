import ErrandsTesting
import Testing

@testable import Errands

@Suite("A trace ring")
struct TraceRingTests {
  private let timeline = Timeline()

  @Test("keeps the newest events and counts all of them")
  func newest() {
    let ring = TraceRing(capacity: 3)
    for completed in 1...5 as ClosedRange<Int64> {
      ring.record(timeline.event(.progress(RunProgress(completed: completed, total: 5))))
    }
    let snapshot = ring.snapshot()
    #expect(snapshot.events.map(\.kind.label) == ["progress 3/5", "progress 4/5", "progress 5/5"])
    #expect(snapshot.count == 5)
    #expect(ring.count == 5)
  }

  @Test("tells what is new since an earlier snapshot")
  func since() {
    let ring = TraceRing(capacity: 3)
    ring.record(timeline.event(.made(parent: nil)))
    let earlier = ring.snapshot().count
    ring.record(timeline.event(.queued))
    ring.record(timeline.event(.started))
    let now = ring.snapshot()
    #expect(now.events(since: earlier).map(\.kind.label) == ["queued", "started"])
    #expect(now.events(since: now.count).isEmpty)
    #expect(now.events(since: now.count + 1).isEmpty)
    for _ in 0..<9 { ring.record(timeline.event(.delivered)) }
    #expect(ring.snapshot().events(since: earlier).count == 3)
  }

  @Test("knows the runs in flight, and how the last ones settled")
  func runs() {
    let ring = TraceRing(capacity: 2, settled: 2)
    ring.record(timeline.event(.made(parent: nil), run: 1, at: 0, name: "page"))
    ring.record(timeline.event(.made(parent: RunID(rawValue: 1)), run: 2, at: 1, name: "image"))
    ring.record(timeline.event(.queued, run: 2, at: 2))
    for (id, ending) in [(3, .succeeded), (4, .failed(ManualError())), (5, .cancelled)]
      as [(UInt64, TraceEvent.Ending)]
    {
      ring.record(timeline.event(.started, run: id))
      ring.record(timeline.event(.settled(ending), run: id))
    }
    let snapshot = ring.snapshot()
    #expect(snapshot.inFlight.map(\.name) == ["page", "image"])
    #expect(snapshot.inFlight.map(\.phase) == [.made, .queued])
    #expect(snapshot.inFlight.last?.parent == RunID(rawValue: 1))
    #expect(snapshot.settled.map(\.id.rawValue) == [4, 5])
    #expect(snapshot.settled.map(\.ending?.label) == ["failed", "cancelled"])
  }

  @Test("stays within its bounds, whatever never settles")
  func bounded() {
    let ring = TraceRing(capacity: 10, runs: 20, settled: 5)
    for id in 1...1_000 as ClosedRange<UInt64> {
      ring.record(timeline.event(.started, run: id))
      if id.isMultiple(of: 3) { ring.record(timeline.event(.settled(.succeeded), run: id)) }
    }
    let snapshot = ring.snapshot()
    #expect(snapshot.events.count == 10)
    #expect(snapshot.inFlight.count <= 20)
    #expect(snapshot.inFlight.last?.id.rawValue == 1_000)
    #expect(snapshot.settled.count == 5)
  }

  @Test("loses no event of two threads", .timeLimit(.minutes(1)))
  func threads() async {
    let ring = TraceRing(capacity: 100)
    let timeline = timeline
    await race(rounds: Sizes.raceRounds) { round in
      ring.record(timeline.event(.started, run: UInt64(2 * round + 1)))
      ring.record(timeline.event(.settled(.succeeded), run: UInt64(2 * round + 1)))
    } _: { round in
      ring.record(timeline.event(.started, run: UInt64(2 * round + 2)))
      if round.isMultiple(of: 50) { _ = ring.snapshot() }
    }
    #expect(ring.count == 3 * Sizes.raceRounds)
    #expect(ring.snapshot().inFlight.allSatisfy { $0.id.rawValue.isMultiple(of: 2) })
  }

  /// Freed under the ring's lock, an error whose deinit settles a run would wait for the lock that it holds.
  @Test("may be written to by the deinit of an error that it lets go of", .timeLimit(.minutes(1)))
  func freesOutsideTheLock() {
    let ring = TraceRing(capacity: 1, settled: 1)
    let last = timeline.event(.ownerGone)
    do {
      let error = FarewellError { [weak ring] in ring?.record(last) }
      ring.record(timeline.event(.settled(.failed(error)), run: 1))
    }
    ring.record(timeline.event(.settled(.succeeded), run: 2))
    #expect(ring.count == 3)
    #expect(ring.snapshot().events.map(\.kind.label) == ["owner gone"])
  }

  @Test("follows real runs from their start to their end", .timeLimit(.minutes(1)))
  func real() async throws {
    let ring = TraceRing()
    let observation = Trace.observe { event in ring.record(event) }
    let work = ManualWork<Int>("ring of real runs")
    let run = work.errand.run()
    let callback = try await work.callback()
    callback.report(completed: 1, total: 2)
    let before = try #require(ring.snapshot().inFlight.first { $0.id == run.id })
    #expect(before.phase == .running)
    #expect(before.progress == RunProgress(completed: 1, total: 2))
    callback.succeed(1)
    #expect(!ring.snapshot().inFlight.contains { $0.id == run.id })
    let after = try #require(ring.snapshot().settled.first { $0.id == run.id })
    #expect(after.ending?.label == "succeeded")
    observation.cancel()
  }
}

/// An error that does something when it is let go of.
private final class FarewellError: Error, Sendable {
  private let farewell: @Sendable () -> Void

  init(_ farewell: @escaping @Sendable () -> Void) {
    self.farewell = farewell
  }

  deinit { farewell() }
}
