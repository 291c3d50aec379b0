import ErrandsTesting
import Dispatch
import Foundation
import Testing

@testable import Errands

@Suite("A trace file")
struct TraceFileTests {
  private let timeline = Timeline()
  private let queue = DispatchQueue(label: "trace file")

  private func file(at url: URL, capacity: Int = 1_000) throws -> TraceFile {
    TraceFile(output: try TraceOutput(to: url, process: "test"), capacity: capacity, queue: queue)
  }

  private func text(at url: URL) throws -> String {
    try String(decoding: Data(contentsOf: url), as: UTF8.self)
  }

  @Test("opens at any time, as after a crash: only the closing bracket is missing")
  func anyTime() throws {
    try withTemporaryFile { url in
      let file = try file(at: url)
      for (number, kind) in [TraceEvent.Kind.made(parent: nil), .started, .settled(.succeeded)].enumerated() {
        file.append(timeline.event(kind))
        queue.sync {}
        let text = try text(at: url)
        #expect(!text.contains("]"))
        #expect(try ChromeRecord.read(text + "]").count == [2, 3, 5][number])
      }
      file.close()
    }
  }

  @Test("is complete once its report is there", .timeLimit(.minutes(1)))
  func complete() async throws {
    try await withTemporaryFile { url in
      let file = try file(at: url)
      for id in 1...500 as ClosedRange<UInt64> { file.append(timeline.event(.made(parent: nil), run: id)) }
      file.close()
      let report = try await file.report.value()
      #expect(report.written == 500)
      #expect(report.dropped == 0)
      #expect(report.failure == nil)
      #expect(try ChromeRecord.read(text(at: url)).count == 501)
    }
  }

  @Test("takes nothing after it was closed, and closes once", .timeLimit(.minutes(1)))
  func closed() async throws {
    try await withTemporaryFile { url in
      let file = try file(at: url)
      queue.suspend()
      file.append(timeline.event(.made(parent: nil), run: 1))
      file.close()
      // The disk has not come to the end yet, and is not to write this one.
      file.append(timeline.event(.made(parent: nil), run: 2))
      file.close()
      queue.resume()
      #expect(try await file.report.value().written == 1)
      queue.sync {}
      #expect(try ChromeRecord.read(text(at: url)).map { $0.id ?? $0.name } == ["process_name", "1"])
    }
  }

  @Test("that cannot keep up drops events, and says how many and where", .timeLimit(.minutes(1)))
  func dropped() async throws {
    try await withTemporaryFile { url in
      let file = try file(at: url, capacity: 3)
      queue.suspend()
      for id in 1...5 as ClosedRange<UInt64> { file.append(timeline.event(.made(parent: nil), run: id)) }
      queue.resume()
      queue.sync {}
      file.append(timeline.event(.made(parent: nil), run: 6))
      file.close()
      let report = try await file.report.value()
      #expect(report.written == 4)
      #expect(report.dropped == 2)
      let records = try ChromeRecord.read(text(at: url))
      #expect(records.map { $0.id ?? $0.name } == ["process_name", "1", "2", "3", "events dropped", "6"])
      #expect(records[4].args?.events == 2)
    }
  }

  @Test("loses no event of two threads", .timeLimit(.minutes(1)))
  func threads() async throws {
    try await withTemporaryFile { url in
      let file = try file(at: url, capacity: 1_000_000)
      let timeline = timeline
      await race(rounds: Sizes.raceRounds) { round in
        file.append(timeline.event(.made(parent: nil), run: UInt64(2 * round)))
      } _: { round in
        file.append(timeline.event(.made(parent: nil), run: UInt64(2 * round + 1)))
      }
      file.close()
      #expect(try await file.report.value().written == 2 * Sizes.raceRounds)
      let ids = try Set(ChromeRecord.read(text(at: url)).compactMap(\.id))
      #expect(ids == Set((0..<2 * Sizes.raceRounds).map(String.init)))
    }
  }

  // Half a record stood at its end, and the file did not open.
  @Test("that may grow no more is cut off behind the last whole event, and opens", .timeLimit(.minutes(1)))
  func halfWritten() async {
    _ = await withTemporaryFile { url in
      await #expect(processExitsWith: .success) { [path = url.path as String] in
        signal(SIGXFSZ, SIG_IGN)
        #if canImport(Darwin)
          let resource = RLIMIT_FSIZE
        #else
          let resource = __rlimit_resource_t(RLIMIT_FSIZE.rawValue)
        #endif
        var limit = rlimit(rlim_cur: 1_000, rlim_max: 1_000)
        #expect(setrlimit(resource, &limit) == 0)
        let (timeline, queue) = (Timeline(), DispatchQueue(label: "full"))
        let output = try TraceOutput(to: URL(filePath: path), process: "test")
        let file = TraceFile(output: output, capacity: 100, queue: queue)
        for id in 1...20 as ClosedRange<UInt64> {
          file.append(timeline.event(.made(parent: nil), run: id))
          queue.sync {}
        }
        file.close()
        let report = try await file.report.value()
        #expect(report.failure != nil && report.dropped == 0 && (1...10).contains(report.written))
        let text = try String(decoding: Data(contentsOf: URL(filePath: path)), as: UTF8.self)
        #expect(try ChromeRecord.read(text).count == report.written + 1)
      }
    }
  }

  #if os(Linux)
    @Test("on a full disk reports the failure, and counts nothing as written", .timeLimit(.minutes(1)))
    func fullDisk() async throws {
      let full = try FileHandle(forWritingTo: URL(filePath: "/dev/full"))
      let output = TraceOutput(file: full, process: "test")
      let file = TraceFile(output: output, capacity: 10, queue: queue)
      file.append(timeline.event(.started))
      file.close()
      let report = try await file.report.value()
      #expect(report.written == 0)
      let failure = try #require(report.failure)
      #expect(failure.description.hasPrefix("The trace is incomplete"))
    }
  #endif
}
