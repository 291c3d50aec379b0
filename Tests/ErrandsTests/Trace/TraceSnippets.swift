import ErrandsTesting
import Foundation
import Testing

@testable import Errands

@Suite("The trace's snippets")
struct TraceSnippets {
  @Test("show what is in flight, and export it")
  func ring() throws {
    let ring = TraceRing(capacity: 1_000)
    let observation = Trace.observe { event in ring.record(event) }

    for run in ring.snapshot().inFlight { print(run.name, run.phase, run.firstSeen) }

    let json = ChromeTrace.json(ring.snapshot().events)
    #expect(try ChromeRecord.read(json).count >= 0)
    observation.cancel()
  }

  @Test("record a file", .timeLimit(.minutes(1)))
  func recording() async throws {
    try await withTemporaryFile { file in
      let recording = try TraceRecording(to: file)
      _ = try await Errand("recorded") { 1 }.value()
      let report = try await recording.stop()
      print("\(report.written) events written, \(report.dropped) dropped")
      #expect(report.written > 0)
    }
  }

  @Test("print what is waiting")
  func dump() {
    let tracking = Trace.track()
    print(Trace.dump())

    for entry in Trace.dump(heldLongerThan: .seconds(60)).entries where entry.isHeld {
      print(entry.id, entry.run.name, entry.run.origin, entry.waitsFor)
    }
    #expect(Trace.dump().isTracked)
    tracking.cancel()
  }

  @Test("print it to standard error on a signal")
  func signal() {
    let tracking = Trace.track(dumpingOn: SIGUSR1)
    print(Trace.dump())
    tracking.cancel()
  }

  @Test("hand it to a closure on a signal", .timeLimit(.minutes(1)))
  func signalled() async throws {
    let log = Events<String>()
    let tracking = Trace.track(dumpingOn: SIGUSR1) { dump in log.record(dump.text(repeating: 100)) }
    try await SignalSource.of(SIGUSR1).isHeard.value()
    kill(getpid(), SIGUSR1)
    #expect(try await log.event(1).contains("in flight"))
    tracking.cancel()
  }
}
