import ErrandsTesting
import Foundation
import GalleryDatabase
import GalleryJobs
import Logging
import Testing

@testable import GalleryServer

@Suite("What becomes of batches is kept, then told", .timeLimit(.minutes(1)))
struct BatchRecorderTests {
  private let told = Events<String>()
  private let troubles = Events<Int>()
  private let position = Position()

  /// After all that was told.
  private final class Position: Sendable {
    let cursor = Lock<BatchCursor?>(nil)
  }

  private func outcome(_ index: Int, of id: String = "a") -> BatchOutcome {
    BatchOutcome(batch: id, member: PhotoMember(index: index, url: "/\(index)", status: .succeeded))
  }

  /// Runs a test with a recorder before a store that has a batch of so many members, and waits for its end.
  private func withRecorder(
    _ count: Int,
    _ test: (BatchRecorder, FaultyBatchStore) async throws -> Void
  ) async throws {
    let file = URL.temporaryLibrary
    let store = FaultyBatchStore(SQLiteBatchStore(try Library(at: file)))
    let order = BatchOrder(id: "a", addresses: (0..<count).map { "/\($0)" }, timeLimit: .seconds(60))
    try await store.create(order, within: BatchLimits(running: 9, runningOfOne: 9))
    let recorder = BatchRecorder(
      store: { store },
      told: { [position] in position.cursor.withLock { $0 } },
      logger: Logger(label: "test", factory: { _ in SwiftLogNoOpLogHandler() })
    )
    let beginning = try await store.news(after: nil, of: nil, limit: 0).position
    position.cursor.withLock { $0 = beginning }
    let running = Task { [told, troubles, position] in
      await recorder.run { news in
        position.cursor.withLock { $0 = news.position }
        for entry in news.entries { told.record(entry.what == .end ? "end" : "member") }
      } move: {
        told.record("moved")
      } troubled: {
        troubles.record(1)
      }
    }
    do { try await test(recorder, store) } catch {
      recorder.close()
      throw error
    }
    recorder.close()
    await running.value
    try? FileManager.default.removeItem(at: file.deletingLastPathComponent())
  }

  @Test("Everything is told once, in one line, and what was to be done afterwards is done once it is kept")
  func order() async throws {
    try await withRecorder(100) { recorder, store in
      let kept = Events<Int>()
      for index in 0..<100 { recorder.record(outcome(index)) }
      recorder.afterwards { kept.record(told.all.count) }
      let count = try await kept.event(1)
      #expect(count == 101)
      #expect(told.all == Array(repeating: "member", count: 100) + ["end"])
    }
  }

  @Test("What others have kept is told, too, before what is kept behind it")
  func others() async throws {
    try await withRecorder(4) { recorder, store in
      // As another server does.
      _ = try await store.record([outcome(0)])
      recorder.record(outcome(1))
      _ = try await told.event(2)
      _ = try await store.record([outcome(2)])
      recorder.look()
      _ = try await told.event(3)
      recorder.look()
      _ = try await store.record([outcome(3)])
      let isThere = try await recorder.end(now: "a", .cancelled)
      #expect(isThere)
      _ = try await told.event(5)
      #expect(told.all == ["member", "member", "member", "member", "end"])
    }
  }

  @Test("What was recorded before it is closed is kept before it ends")
  func closed() async throws {
    try await withRecorder(3) { recorder, _ in for index in 0..<3 { recorder.record(outcome(index)) } }
    #expect(told.all == ["member", "member", "member", "end"])
  }

  @Test("What cannot be kept is not told; it waits, and is told once when it can be kept again")
  func trouble() async throws {
    try await withRecorder(3) { recorder, store in
      store.fail(with: LibraryError.busy("/library"))
      recorder.record(outcome(0))
      _ = try await troubles.event(1)
      recorder.record(outcome(1))
      let sentence = try #require(recorder.trouble)
      #expect(sentence.contains("cannot be kept now") && !sentence.contains("/library"))
      while store.failureCount < 3 { await Task.yield() }
      #expect(told.all.isEmpty && troubles.all.count == 1)
      store.fail(with: nil)
      recorder.record(outcome(2))
      _ = try await told.event(4)
      #expect(told.all == ["member", "member", "member", "end"])
      #expect(recorder.trouble == nil)
    }
  }

  @Test("Who asks for an end is told at once that it could not be kept, and nothing has changed then")
  func refusedEnd() async throws {
    try await withRecorder(2) { recorder, store in
      store.fail(with: LibraryError.full("/library"))
      await #expect(throws: LibraryError.full("/library")) { try await recorder.end(now: "a", .cancelled) }
      store.fail(with: nil)
      let batch = try await store.batch("a")
      #expect(batch?.ended == nil)
      let (first, other) = (
        try await recorder.end(now: "a", .cancelled), try await recorder.end(now: "other", .cancelled)
      )
      #expect(first && !other)
      #expect(told.all == ["member", "member", "end"])
    }
  }

  @Test("An end that nobody waits for is tried until it is kept")
  func laterEnd() async throws {
    try await withRecorder(1) { recorder, store in
      store.fail(with: LibraryError.full("/library"))
      recorder.end("a", .timedOut)
      _ = try await troubles.event(1)
      store.fail(with: nil)
      _ = try await told.event(2)
      #expect(try await store.batch("a")?.timedOut == true)
    }
  }

  @Test("A store that never comes back does not keep the server from its end")
  func endsInTrouble() async throws {
    try await withRecorder(1) { recorder, store in
      store.fail(with: LibraryError.gone("/library"))
      recorder.record(outcome(0))
      _ = try await troubles.event(1)
    }
    #expect(told.all.isEmpty)
  }

  @Test("After its end it takes no order any more")
  func afterEnd() async throws {
    try await withRecorder(1) { recorder, _ in
      recorder.close()
      await #expect(throws: CancellationError.self) { try await recorder.end(now: "a", .cancelled) }
    }
  }
}
