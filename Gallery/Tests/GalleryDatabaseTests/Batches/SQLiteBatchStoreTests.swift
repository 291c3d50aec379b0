import ErrandsTesting
import Foundation
import GRDB
import GRDBSQLite
import GalleryJobs
import Synchronization
import Testing

@testable import GalleryDatabase

@Suite("Batches in the library's file", .timeLimit(.minutes(1)))
struct SQLiteBatchStoreTests {
  private let worker = BatchWorker(id: "one")

  @Test("They are there the next time, as far as they had come")
  func reopened() async throws {
    try await withFile { file in
      let library = try Library(at: file)
      let store = SQLiteBatchStore(library)
      try await store.add("a", 3)
      let told = try await store.succeed([1], of: "a")
      try library.close()
      let again = SQLiteBatchStore(try Library(at: file))
      #expect(try await again.contents(of: "a")?.outcomes.map { $0?.status } == [nil, .succeeded, nil])
      #expect(try await again.news(after: nil, of: "a", limit: 9).entries == told.entries)
      let last = try await again.succeed([0, 2], of: "a")
      #expect(last.words == ["a 0 succeeded", "a 2 succeeded", "a end"])
      #expect(last.position.store == told.position.store)
      #expect(last.entries.map(\.place) == [2, 3, 4])
    }
  }

  /// Who listened at the other one heard nothing but that the stream lived.
  @Test("What one server on the folder tells is noticed at the other")
  func changes() async throws {
    try await withFile { file in
      let one = SQLiteBatchStore(try Library(at: file))
      let other = SQLiteBatchStore(try Library(at: file), lookingEvery: .milliseconds(10))
      var changes = other.changes().makeAsyncIterator()
      #expect(await changes.next() != nil, "once at the beginning")
      try await one.add("a", 2)
      let before = try await other.news(after: nil, of: "a", limit: 9)
      let told = try await one.succeed([0, 1], of: "a")
      #expect(await changes.next() != nil)
      let news = try await other.news(after: before.position, of: nil, limit: 9)
      #expect(news.words == told.words && news.position == told.position)
    }
  }

  // A renewal that had waited for others as long as a lease lasts had ended before it was written: its members were taken, and
  // loaded twice.
  @Test("A lease lasts from when it is written, however long that had to wait")
  func renewedLate() async throws {
    try await withLibrary { library in
      let time = TestTime()
      let store = SQLiteBatchStore(library, now: { time.now })
      try await store.add("a", 1)
      #expect(try await store.take(for: worker) != nil)
      let (begun, end) = (Gate(), DispatchSemaphore(value: 0))
      async let holding: Void = library.pool.write { _ in
        begun.open()
        end.wait()
      }
      try await begun.wait()
      async let renewing: Void = store.renew(worker, spent: [:])
      for _ in 0..<1_000 { await Task.yield() }
      time.advance(by: 100)
      end.signal()
      _ = try await (holding, renewing)
      #expect(try await store.take(for: BatchWorker(id: "other")) == nil)
    }
  }

  @Test("A library of the version before takes batches, and keeps what it has")
  func older() async throws {
    try await withFile { file in
      let pool = try DatabasePool(path: file.path())
      try LibrarySchema.migrator.migrate(pool, upTo: "order")
      try await pool.write {
        try $0.execute(sql: "INSERT INTO saved (url, content, savedAt, place) VALUES ('/a', '{}', 1, 1)")
      }
      try pool.close()
      let library = try Library(at: file)
      #expect(try await library.count == 1)
      try await SQLiteBatchStore(library).add("a", 1)
      #expect(try await SQLiteBatchStore(library).batch("a")?.total == 1)
    }
  }

  @Test(
    "Where no room is left, a batch is not kept at all, and says so; what is kept goes on where there is room"
  )
  func full() async throws {
    try await withLibrary(byteLimit: 300_000) { library in
      let store = SQLiteBatchStore(library)
      let large = try await library.note(String(repeating: "x", count: 100_000), at: "large")
      var kept = 0
      let error = await #expect(throws: LibraryError.self) {
        while true {
          try await store.add("\(kept)", 300)
          kept += 1
        }
      }
      #expect(error == .full(library.file.path))
      #expect(kept > 0)
      #expect(try await store.page(after: nil, limit: 100).count == kept)
      #expect(try await store.batch("\(kept)") == nil)
      #expect(try await library.delete(large.id))
      #expect(try await store.succeed(0..<300, of: "0").words.last == "0 end")
    }
  }

  @Test("A file that was taken away takes nothing more, and says so")
  func gone() async throws {
    try await withLibrary { library in
      let store = SQLiteBatchStore(library)
      try await store.add("a", 1)
      try FileManager.default.removeItem(atPath: library.file.path)
      let error = LibraryError.gone(library.file.path)
      await #expect(throws: error) { try await store.add("b", 1) }
      await #expect(throws: error) { try await store.succeed([0], of: "a") }
      await #expect(throws: error) { _ = try await store.end("a", .cancelled) }
      await #expect(throws: error) { _ = try await store.take(for: worker) }
    }
  }

  @Test(
    "Numbers that cannot be are told as damage, and do not end the process",
    arguments: [
      "UPDATE batch SET timeLimit = 1e30", "UPDATE batch SET spent = -1e308",
      "UPDATE batch SET spent = 'long'",
      "UPDATE batch SET succeeded = 9223372036854775807, failed = 9223372036854775807",
      "UPDATE batch SET started = 1e300", "UPDATE batch SET ended = 1e300",
      "UPDATE batchLog SET place = 9223372036854775807",
    ]
  )
  func damaged(sql: String) async throws {
    try await withLibrary { library in
      let store = SQLiteBatchStore(library)
      try await store.add("a", 2)
      try await library.pool.write { try $0.execute(sql: sql) }
      // UPDATE table SET column.
      let column = String(sql.split(separator: " ")[3])
      await expectDamage(of: library.file.path, naming: column) { try await store.succeed([0], of: "a") }
    }
  }

  @Test("A member at no place is told as damage, and does not end the process")
  func damagedMember() async throws {
    try await withLibrary { library in
      let store = SQLiteBatchStore(library)
      try await store.add("a", 2)
      try await library.pool.write {
        try $0.execute(sql: "UPDATE batchMember SET position = 'x' WHERE position = 1")
      }
      await expectDamage(of: library.file.path, naming: "position") { _ = try await store.take(for: worker) }
      await expectDamage(of: library.file.path, naming: "position") {
        _ = try await store.end("a", .cancelled)
      }
    }
  }

  @Test("What is committed is on the disk, also if the power goes")
  func durable() async throws {
    try await withLibrary { library in
      let level = try await library.pool.write { try Int.fetchOne($0, sql: "PRAGMA synchronous") }
      #expect(level == 2, "FULL: SQLite's documentation of PRAGMA synchronous")
    }
  }

  /// What SQLite's machine does is counted: that is the same however busy a disk is.
  @Test("A member costs the same in a batch of a thousand as in one of ten thousand")
  func flat() async throws {
    try await withLibrary { library in
      let store = SQLiteBatchStore(library)
      let steps = Steps()
      try await library.pool.writeWithoutTransaction { steps.count(in: $0) }
      var costs: [Double] = []
      for count in [1000, 10_000] {
        let before = steps.value
        try await store.add("\(count)", count)
        _ = try await store.take(for: worker)
        for first in stride(from: 0, to: count, by: 100) {
          try await store.succeed(first..<(first + 100), of: "\(count)")
        }
        #expect(try await store.batch("\(count)")?.ended != nil)
        costs.append(Double(steps.value - before) / Double(count))
      }
      try await library.pool.writeWithoutTransaction { steps.end(in: $0) }
      #expect(costs[0] > 10, "something was counted")
      #expect(costs[1] < costs[0] * 1.2)
    }
  }
}

/// What SQLite's virtual machine has done on a connection.
private final class Steps: Sendable {
  private let steps = Mutex(0)

  var value: Int { steps.withLock { $0 } }

  /// It has to live until ``end(in:)``.
  func count(in database: Database) {
    let own = Unmanaged.passUnretained(self).toOpaque()
    sqlite3_progress_handler(
      database.sqliteConnection,
      1,
      { own in
        own.map { Unmanaged<Steps>.fromOpaque($0).takeUnretainedValue() }?.steps.withLock { $0 += 1 }
        return 0
      },
      own
    )
  }

  func end(in database: Database) { sqlite3_progress_handler(database.sqliteConnection, 0, nil, nil) }
}
