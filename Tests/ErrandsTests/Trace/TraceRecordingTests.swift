import Dispatch
import ErrandsTesting
import Foundation
import Testing

@testable import Errands

@Suite("A recording of the trace")
struct TraceRecordingTests {
  private func records(at url: URL, named name: String) throws -> [String] {
    let text = try String(decoding: Data(contentsOf: url), as: UTF8.self)
    let all = try ChromeRecord.read(text)
    let ids = Set(all.filter { $0.name == name }.compactMap(\.id))
    return all.filter { $0.id.map(ids.contains) ?? false }.map { "\($0.ph) \($0.name)" }
  }

  @Test("has the runs from its beginning to its stop", .timeLimit(.minutes(1)))
  func stop() async throws {
    try await withTemporaryFile { url in
      let observers = Trace.observerCount.load(ordering: .relaxed)
      let recording = try TraceRecording(to: url)
      let errand = Errand<Int>.fromCallback("recorded") { $0.succeed(1) }
      errand.run()
      let report = try await recording.stop()
      // Whoever has stopped costs nothing any more.
      #expect(Trace.observerCount.load(ordering: .relaxed) <= observers)
      errand.run()
      #expect(report.written >= 2)
      #expect(report.dropped == 0)
      #expect(try await recording.stop().written == report.written)
      let expected = ["b recorded", "b running", "e running", "e recorded"]
      #expect(try records(at: url, named: "recorded") == expected)
    }
  }

  @Test("that is let go of closes its file", .timeLimit(.minutes(1)))
  func letGo() throws {
    try withTemporaryFile { url in
      let queue = DispatchQueue(label: "let go")
      do {
        let recording = try TraceRecording(to: url, process: "test", capacity: 100, queue: queue)
        Errand<Int>.fromCallback("let go") { $0.succeed(1) }.run()
        withExtendedLifetime(recording) {}
      }
      Errand<Int>.fromCallback("let go") { $0.succeed(1) }.run()
      queue.sync {}
      #expect(try records(at: url, named: "let go").count == 4)
    }
  }

  @Test("does not hold up the thread on which an event happens", .timeLimit(.minutes(1)))
  func neverBlocks() async throws {
    try await withTemporaryFile { url in
      let queue = DispatchQueue(label: "stuck disk")
      let recording = try TraceRecording(to: url, process: "test", capacity: 4, queue: queue)
      queue.suspend()
      // Comes back although nothing can be written.
      for _ in 0..<100 { Errand<Int>.fromCallback("stuck") { $0.succeed(1) }.run() }
      queue.resume()
      #expect(try await recording.stop().dropped >= 196)
    }
  }

  @Test("completes its file even where nobody waits for it any more", .timeLimit(.minutes(1)))
  func cancelledStop() async throws {
    try await withTemporaryFile { url in
      let queue = DispatchQueue(label: "slow disk")
      let recording = try TraceRecording(to: url, process: "test", capacity: 100, queue: queue)
      queue.suspend()
      let stopping = Task { try await recording.stop() }
      stopping.cancel()
      await #expect(throws: CancellationError.self) { try await stopping.value }
      queue.resume()
      #expect(try await recording.stop().failure == nil)
      #expect(try String(decoding: Data(contentsOf: url), as: UTF8.self).hasSuffix("]\n"))
    }
  }

  @Test("replaces a longer file without a rest of it", .timeLimit(.minutes(1)))
  func replaces() async throws {
    try await withTemporaryFile { url in
      try Data(repeating: 0x78, count: 100_000).write(to: url)
      try await TraceRecording(to: url).stop()
      #expect(try !String(decoding: Data(contentsOf: url), as: UTF8.self).contains("xxx"))
    }
  }

  @Test("says why it cannot begin")
  func cannotOpen() throws {
    let url = FileManager.default.temporaryDirectory.appending(path: "missing-\(UUID())/trace.json")
    let error = #expect(throws: TraceRecordingError.self) { try TraceRecording(to: url) }
    #expect(error?.description.contains("folder that exists") ?? false)
  }
}
