import ErrandsTesting
import Foundation
import Testing

@testable import Errands

/// What is tracked is the process's: each test looks for runs of its own.
@Suite("Who tracks the runs, for a dump", .serialized)
struct TrackingDumpTests {
  private func entries(_ name: String) -> [TraceDump.Entry] {
    Trace.dump().entries.filter { $0.run.name == name }
  }

  @Test("finds a run with its name and the line that made it until it settles", .timeLimit(.minutes(1)))
  func whole() async throws {
    let tracking = Trace.track()
    let work = ManualWork<Int>("tracked", line: 17)
    let run = work.errand.run()
    let callback = try await work.callback()
    callback.report(completed: 3, total: 4)
    let entry = try #require(entries("tracked").first)
    #expect(entry.id == run.id)
    #expect(entry.run.origin == SourceLocation(fileID: "Tests/Manual.swift", line: 17))
    #expect(entry.run.phase == .running)
    #expect(entry.run.progress == RunProgress(completed: 3, total: 4))
    #expect(entry.isUnawaited)
    callback.succeed(1)
    #expect(entries("tracked").isEmpty)
    tracking.cancel()
  }

  @Test("finds children below their parent", .timeLimit(.minutes(1)))
  func children() async throws {
    let tracking = Trace.track()
    let member = ManualWork<Int>("member")
    let run = Errand.all([member.errand, member.errand]).run()
    _ = try await member.callback()
    let members = entries("member")
    #expect(members.map(\.depth) == [1, 1])
    #expect(members.map(\.run.parent) == [run.id, run.id])
    #expect(members.map(\.isUnawaited) == [false, false])
    #expect(Trace.dump().entries.first { $0.id == run.id }?.waitsFor == members.map(\.id))
    run.cancel()
    tracking.cancel()
  }

  @Test("finds in which queue a run waits, and for which others", .timeLimit(.minutes(1)))
  func queues() async throws {
    let tracking = Trace.track()
    let first = ManualWork<Int>("index")
    let queue = WorkQueue("downloads", limit: 1)
    let index = queue.add(first.errand)
    let last = ManualWork<Int>("cover")
    let other = last.errand.run()
    let cover = queue.add(last.errand, after: [index, other])
    let entry = try #require(Trace.dump().entries.first { $0.id == cover.run.id })
    #expect(entry.run.phase == .queued)
    #expect(entry.queue == "downloads")
    #expect(entry.waitsFor == [index.run.id, other.id])
    let callback = try await first.callback()
    callback.succeed(1)
    #expect(Trace.dump().entries.first { $0.id == cover.run.id }?.waitsFor == [other.id])
    for run in [cover.run, other] { run.cancel() }
    tracking.cancel()
  }

  @Test("does so until the last of several has ended", .enabled(if: !Trace.isTracked, "somebody else tracks"))
  func several() {
    let observers = Trace.observerCount.load(ordering: .relaxed)
    var first: Trace.Tracking? = Trace.track()
    let second = Trace.track()
    let run = ManualWork<Int>("several").errand.run()
    #expect(Trace.observerCount.load(ordering: .relaxed) == observers + 1)
    withExtendedLifetime(first) {}
    first = nil
    #expect(entries("several").map(\.id) == [run.id])
    second.cancel()
    second.cancel()
    // Whoever has ended costs nothing any more.
    #expect(Trace.observerCount.load(ordering: .relaxed) == observers)
    #expect(!Trace.dump().isTracked)
    #expect(!Trace.isTracked)
    run.cancel()
  }

  @Test("ends it once, and not that of another", .enabled(if: !Trace.isTracked, "somebody else tracks"))
  func once() {
    let first = Trace.track()
    first.cancel()
    let second = Trace.track()
    first.cancel()
    #expect(Trace.dump().isTracked)
    second.cancel()
  }

  @Test("begins with nothing", .enabled(if: !Trace.isTracked, "somebody else tracks"))
  func again() {
    let former = Trace.track()
    let run = ManualWork<Int>("again").errand.run()
    former.cancel()
    let tracking = Trace.track()
    #expect(entries("again").isEmpty)
    run.cancel()
    tracking.cancel()
  }

  @Test("is the reason why a run is asked for at all", .enabled(if: !Trace.isTracked, "somebody else tracks"))
  func details() {
    let heard = Events<Bool>()
    let observation = Trace.observe { event in
      if event.name == "details" { heard.record(event.details != nil) }
    }
    let queue = WorkQueue(limit: 1)
    queue.add(Errand<Int>.fromCallback("details") { $0.succeed(1) })
    #expect(!heard.all.isEmpty)
    #expect(!heard.all.contains(true))
    observation.cancel()
  }

  @Test(
    "is told on a signal, each time, beside others, and the process goes on",
    .timeLimit(.minutes(1))
  )
  func signals() async throws {
    let first = Events<TraceDump>()
    let second = Events<TraceDump>()
    let trackings = [
      Trace.track(dumpingOn: SIGUSR2, heldLongerThan: .zero) { first.record($0) },
      Trace.track(dumpingOn: SIGUSR2) { second.record($0) },
    ]
    let work = ManualWork<Int>("signalled")
    let run = work.errand.run()
    try await SignalSource.of(SIGUSR2).isHeard.value()
    for number in 1...2 {
      kill(getpid(), SIGUSR2)
      let entry = try await first.event(number).entries.first { $0.id == run.id }
      #expect(entry?.isHeld == true)
      #expect(try await second.event(number).entries.first { $0.id == run.id }?.isHeld == false)
    }
    trackings[0].cancel()
    kill(getpid(), SIGUSR2)
    _ = try await second.event(3)
    #expect(first.count == 2)
    trackings[1].cancel()
    // By default it would end the process.
    kill(getpid(), SIGUSR2)
    run.cancel()
  }

  // All who were told shared one queue.
  @Test("is told on a signal though another who is told of it blocks", .timeLimit(.minutes(1)))
  func blocked() async throws {
    let (end, heard) = (DispatchSemaphore(value: 0), Events<Int>())
    let trackings = [
      Trace.track(dumpingOn: SIGUSR2) { _ in end.wait() },
      Trace.track(dumpingOn: SIGUSR2) { _ in heard.record(1) },
    ]
    try await SignalSource.of(SIGUSR2).isHeard.value()
    kill(getpid(), SIGUSR2)
    _ = try await heard.event(1)
    end.signal()
    for tracking in trackings { tracking.cancel() }
  }

  @Test("keeps nothing of a closure for a signal", .timeLimit(.minutes(1)))
  func lifetime() async throws {
    try await withLiveObjects { live in
      let tracking = Trace.track(dumpingOn: SIGUSR2) { [log = live.object("log")] _ in _ = log.name }
      tracking.cancel()
    }
  }
}
