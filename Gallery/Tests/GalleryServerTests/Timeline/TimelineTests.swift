import Dispatch
import Errands
import ErrandsLoading
import ErrandsTesting
import GalleryJobs
import Testing

@testable import GalleryServer

@Suite("The timeline", .timeLimit(.minutes(1)))
struct TimelineTests {
  private let timeline = Timeline()

  init() { timeline.begin() }

  private func seen(_ id: RunID, in timeline: Timeline? = nil) throws -> TimelineRun {
    try #require((timeline ?? self.timeline).snapshot().runs.first { $0.id == id })
  }

  @Test("A run has its name, its line, its parent, and its times one after the other")
  func times() async throws {
    let errand = Errand("outer") { _ in try await Errand("inner") { 7 }.value() }
    let run = errand.run()
    #expect(try await run.value == 7)
    let outer = try seen(run.id)
    let inner = try #require(timeline.snapshot().runs.first { $0.parent == run.id })
    #expect((outer.name, inner.name, outer.parent) == ("outer", "inner", nil))
    #expect(outer.line.description.contains("TimelineTests.swift"))
    for run in [outer, inner] {
      let times = try [run.made, #require(run.started), #require(run.ended)]
      #expect(times == times.sorted() && run.ending?.outcome == "succeeded")
    }
    #expect(try outer.made <= inner.made && #require(inner.ended) <= #require(outer.ended))
  }

  @Test("It tells the time in a queue from that at work, and the phases of the work with their times")
  func phases() async throws {
    let (queue, gate) = (WorkQueue("one", limit: 1), Gate())
    let first = Errand("first") { try await gate.wait() }.on(queue).run()
    let second = Errand<Int>.fromCallback("second") { callback in
      for phase in ["asking", "reading"] { callback.enter(phase: phase) }
      callback.report(RunProgress(completed: 3, total: 4))
      callback.succeed(1)
    }.on(queue).run()
    #expect(try seen(second.id).queued != nil && seen(second.id).started == nil)
    gate.open()
    _ = try await (first.value, second.value)
    let run = try seen(second.id)
    let times = try [run.made, #require(run.queued), #require(run.started)] + run.phases.map(\.at)
    #expect(times == times.sorted())
    #expect(run.phases.map(\.name) == ["asking", "reading"])
    #expect((run.progress?.completed, run.progress?.total) == (3, 4))
  }

  /// Kept apart from the runs they were written down twice, under two locks, and a picture's sixty events cost a fifth of it.
  @Test("The newest events are kept for a trace, and no more than there is room for")
  func events() throws {
    var state = TimelineState(TimelineState.Limits(events: 3))
    let stories = Lock<[TraceEvent]>([])
    let observation = Trace.observe { event in
      if event.name == "one of many" { stories.withLock { $0.append(event) } }
    }
    for _ in 0..<3 { Errand("one of many") { 1 }.run() }
    observation.cancel()
    let all = stories.withLock { $0 }
    try #require(all.count > 3)
    for (count, event) in all.enumerated() {
      let (gone, _) = state.take(event, at: 0)
      #expect((gone == nil) == (count < 3))
    }
    #expect(state.events.map(\.run) == all.suffix(3).map(\.run))
    #expect(state.events.map { "\($0.kind)" } == all.suffix(3).map { "\($0.kind)" })
  }

  // Each run that was cancelled was noted to have been settled once more.
  @Test("Work that answers when it has been stopped is no news, and a callback that is called twice is")
  func settledAgain() throws {
    let kept = Lock<Callback<Int>?>(nil)
    let stopped = Errand<Int>.fromCallback("stopped") { callback in kept.withLock { $0 = callback } }.run()
    stopped.cancel()
    kept.withLock { $0 }?.fail(CancellationError())
    let twice = Errand<Int>.fromCallback("twice") { callback in
      for value in 1...2 { callback.succeed(value) }
    }.run()
    #expect(try seen(stopped.id).notes.isEmpty)
    #expect(try seen(twice.id).notes == [.settledAgain])
  }

  @Test("It tells the time until it was delivered to the first who waited, and no other one's")
  func delivered() async throws {
    let (held, gate) = (DispatchQueue(label: "held"), Gate())
    held.suspend()
    let run = Errand("to deliver") { try await gate.wait() }.run()
    let told = Gate()
    run.whenSettled(on: .queue(held)) { _ in told.open() }
    gate.open()
    while try seen(run.id).ended == nil { await Task.yield() }
    #expect(try seen(run.id).delivered == nil)
    held.resume()
    try await told.wait()
    while try seen(run.id).delivered == nil { await Task.yield() }
    let first = try #require(try seen(run.id).delivered)
    #expect(try first >= #require(seen(run.id).ended))
    run.whenSettled(on: .immediate) { _ in }
    #expect(try seen(run.id).delivered == first)
    #expect(try RunAnswer(seen(run.id), own: OwnUpstream(nil)).delivered == first)
  }

  @Test("What went wrong is known: the error, an owner that was gone, the line of a dropped callback")
  func notes() async throws {
    let failed = Errand<Int>.failure(GiphyError.emptyKeyword).run()
    let cancelled = Errand("cancelled") { try await Task.sleep(for: .seconds(60)) }.run()
    cancelled.cancel()
    let abandoned = Errand<Int>.fromCallback("abandoned") { _ in }.run()
    let (gate, told) = (Gate(), Gate())
    let orphaned = Errand("orphaned") { try await gate.wait() }.run()
    do {
      let owner = Owner()
      orphaned.whenSettled(for: owner, on: .immediate) { _, _ in }
    }
    // Behind the one whose owner has gone: who waits for a run waits for no handler of it.
    orphaned.whenSettled(on: .immediate) { _ in told.open() }
    gate.open()
    _ = await cancelled.settled
    try await told.wait()
    #expect(try seen(failed.id).ending?.outcome == "failed")
    #expect(try seen(cancelled.id).ending?.outcome == "cancelled")
    #expect(try seen(orphaned.id).notes == [.ownerGone])
    guard case .abandoned(let line) = try seen(abandoned.id).notes.first else {
      Issue.record("\(try seen(abandoned.id).notes)")
      return
    }
    #expect(line.description.contains("TimelineTests.swift"))
    let answer = RunAnswer(try seen(abandoned.id), own: OwnUpstream(nil))
    #expect(answer.notes?.first?.line == line.description && answer.error != nil)
  }

  /// A server runs for months.
  @Test("What ended the longest ago makes room, and so does the oldest in flight, however many come")
  func bounded() async throws {
    let small = Timeline(limits: .init(inFlight: 3, ended: 4))
    small.begin()
    let gate = Gate()
    let pending = (0..<5).map { number in Errand("pending \(number)") { try await gate.wait() }.run() }
    let ended = (0..<3_000).map { number in Errand<Int>.success(number).run() }
    let runs = small.snapshot().runs
    // Each of those that ended had a place among those in flight for a moment.
    #expect(runs.filter { $0.ended == nil }.map(\.id) == pending.suffix(2).map(\.id))
    #expect(runs.filter { $0.ended != nil }.map(\.id) == ended.suffix(4).map(\.id))
    gate.open()
    for run in pending { _ = await run.settled }
    #expect(small.snapshot().runs.count <= 7)
  }

  @Test("Changes are handed out once, with a number that counts up, and only while somebody watches")
  func changes() throws {
    let settled = { Errand<Int>.success(1).run().id }
    let before = settled()
    #expect(timeline.changes(isWatching: false) == nil)
    _ = timeline.changes(isWatching: true)
    let run = settled()
    let first = try #require(timeline.changes(isWatching: true))
    #expect(first.runs.contains { $0.id == run } && !first.runs.contains { $0.id == before })
    #expect(timeline.changes(isWatching: true)?.runs.contains { $0.id == run } != true)
    let other = settled()
    let second = try #require(timeline.changes(isWatching: true))
    #expect(second.runs.contains { $0.id == other } && second.sequence > first.sequence)
    let unheard = settled()
    #expect(timeline.changes(isWatching: false) == nil)
    #expect(timeline.changes(isWatching: true)?.runs.contains { $0.id == unheard } != true)
  }

  /// What happened between the list and the first changes was told to nobody.
  @Test("Who begins with the list of all misses nothing that follows")
  func handover() throws {
    let snapshot = timeline.snapshot()
    let run = Errand<Int>.success(1).run().id
    let changes = try #require(timeline.changes(isWatching: true))
    #expect(changes.runs.contains { $0.id == run } && changes.sequence == snapshot.sequence + 1)
  }

  @Test("What is said of a run besides is there, and of one that is gone it is let go of")
  func notesBesides() throws {
    let run = Errand<Int>.success(1).run()
    timeline.note(TimelineJob(kind: .music, style: "async", label: "chart", load: .named("a")), of: run.id)
    var load = LoadMetrics(ending: .succeeded)
    (load.run, load.tier) = (run.id, .disk)
    load.timings = TransportTimings(connected: .milliseconds(12), isReused: false)
    timeline.note(load)
    let answer = RunAnswer(try seen(run.id), own: OwnUpstream(nil))
    #expect((answer.job, answer.style, answer.label, answer.from) == ("music", "async", "chart", "disk"))
    #expect(answer.load == .named("a"))
    #expect((answer.connection?.isReused, answer.connection?.made) == (false, 12_000))
    let small = Timeline(limits: .init(inFlight: 1, ended: 1))
    small.note(load)
    #expect(small.snapshot().runs.isEmpty)
  }

  @Test("One that is let go of watches no longer, and keeps no run alive")
  func noLeak() async throws {
    let live = LiveObjects()
    do {
      let short = Timeline()
      short.begin()
      let object = live.object("captured")
      let run = Errand("holds") { withExtendedLifetime(object) {} }.run()
      _ = await run.settled
      #expect(short.snapshot().runs.contains { $0.id == run.id })
    }
    try await live.allGone()
  }
}

private final class Owner: Sendable {}
