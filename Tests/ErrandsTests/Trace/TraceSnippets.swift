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
}
