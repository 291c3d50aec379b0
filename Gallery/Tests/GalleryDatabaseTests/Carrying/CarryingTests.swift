import ErrandsPostgres
import Foundation
import GRDB
import GalleryJobs
import Testing

@testable import GalleryDatabase
@testable import GalleryPostgres

@Suite("A library carried from one kind of database to the other", .timeLimit(.minutes(1)))
struct CarryingTests {
  /// Runs a test with a library of two pictures, a chart, an ended batch, and one that has begun.
  private func withFilled(_ test: (Library, URL) async throws -> Void) async throws {
    try await withFile { file in
      let library = try Library(at: file)
      _ = try await library.keep(.picture("one", title: "Hoà của tôi", words: ["sông"]))
      _ = try await library.keep(.picture("two", title: "zwei"))
      _ = try await library.delete(try await library.keep(.chart("gone")).thing.id)
      _ = try await library.keep(.chart("top"))
      let batches = library.batches
      try await batches.add("ended", 2, style: .promise)
      _ = try await batches.record([.succeeded(1, of: "ended"), .failed(0, of: "ended", "No.")])
      try await batches.add("begun", 3)
      _ = try await batches.take(2, for: BatchWorker())
      try await batches.succeed([1], of: "begun")
      try await test(library, file)
    }
  }

  @Test("There it is what it was: found by its words, with its files, and batches go on")
  func toPostgres() async throws {
    try await withFilled { library, _ in
      try await withPostgresLibrary { shared in
        let count = try await shared.take(library)
        #expect(count == BackupCount(rows: 11, files: 2, bytes: 30, missing: []))
        #expect(try await shared.titles() == ["top", "zwei", "Hoà của tôi"])
        #expect(try await shared.titles("hoa cua") == ["Hoà của tôi"])
        #expect(try await shared.titles("SONG") == ["Hoà của tôi"])
        for thing in try await shared.page(limit: 10).things where thing.file != nil {
          let bytes = try #require(try await shared.file(of: thing))
          #expect(try await library.file(of: thing)?.bytes == bytes.bytes)
        }
        #expect(
          try await shared.keep(.chart("next")).thing.id == 5,
          "what was given out is not given out again"
        )
        let work = try #require(try await shared.batches.take(for: BatchWorker()))
        #expect(work.batch.id == "begun" && work.members.map(\.index) == [0, 2])
        #expect(try await shared.batches.succeed([0, 2], of: "begun").words.last == "begun end")
      }
    }
  }

  @Test("There and back it is the same, row by row and file by file")
  func thereAndBack() async throws {
    try await withFilled { library, file in
      try await withPostgresLibrary { shared in
        _ = try await shared.take(library)
        let backup = file.path() + ".backup"
        let count = try await shared.backUp(to: backup)
        #expect(count == BackupCount(rows: 11, files: 2, bytes: 30, missing: []))
        let place = file.deletingLastPathComponent().appending(path: "back/gallery.sqlite")
        #expect(try Library.restore(backup, at: place) == count)
        let back = try Library(at: place)
        let (old, new) = (try rows(of: library), try rows(of: back))
        #expect(old == new)
        for thing in try await back.page(limit: 10).things where thing.file != nil {
          #expect(try await back.file(of: thing) != nil)
        }
        #expect(try await back.keep(.chart("next")).thing.id == 5)
        let work = try #require(try await back.batches.take(for: BatchWorker()))
        #expect(work.batch.id == "begun" && work.members.map(\.index) == [0, 2])
      }
    }
  }

  @Test("Who has heard events of the old place is told to read all of it anew")
  func newStore() async throws {
    try await withFilled { library, _ in
      let heard = try await library.batches.news(after: nil, of: nil, limit: 1).position
      try await withPostgresLibrary { shared in
        _ = try await shared.take(library)
        let first = try await shared.batches.news(after: heard, of: nil, limit: 10)
        #expect(!first.isWhole && first.position.place == heard.place && first.position.store != heard.store)
      }
    }
  }

  @Test("Where something is kept already, nothing is replaced unless that is said; then all of it is")
  func replacing() async throws {
    try await withFilled { library, _ in
      try await withPostgresLibrary { shared in
        _ = try await shared.keep(.picture("mine"))
        try await shared.batches.add("mine", 1)
        await #expect(throws: BackupError.hasLibrary("\(shared.pool.address)")) {
          try await shared.take(library)
        }
        #expect(try await shared.titles() == ["mine"])
        _ = try await shared.take(library, replacing: true)
        #expect(try await shared.titles().count == 3)
        #expect(try await shared.batches.batch("mine") == nil)
      }
    }
  }

  @Test("What cannot be taken over leaves everything as it was")
  func failing() async throws {
    try await withFilled { library, _ in
      // Two addresses, of which one is read up to its zero byte.
      _ = try await library.keep(.chart("same"))
      try await library.pool.write {
        try $0.execute(
          sql:
            "INSERT INTO saved (url, content, savedAt, place) VALUES ('chart:same' || char(0), '{}', 0, 99)"
        )
      }
      try await withPostgresLibrary { shared in
        _ = try await shared.keep(.picture("mine"))
        await #expect(throws: LibraryError.self) { try await shared.take(library, replacing: true) }
        #expect(try await shared.titles() == ["mine"])
      }
    }
  }

  // Servers were known by the name of their connections, and under one that had another its library was replaced.
  @Test("A place that a server uses is left alone, whatever its connections are called")
  func inUse() async throws {
    try await withFilled { library, _ in
      try await withPostgresLibrary { shared in
        let server = PostgresPool(try await TestServer.address(of: shared.pool, "application_name=mine"))
        defer { server.close() }
        let served = try await PostgresLibrary(server)
        await served.beginServing()
        await #expect(throws: BackupError.inUse("\(shared.pool.address)")) { try await shared.take(library) }
        await #expect(throws: BackupError.inUse("\(shared.pool.address)")) { try await shared.requireAlone() }
        #expect(try await shared.titles() == [])
        withExtendedLifetime(served) {}
      }
    }
  }

  // One look that saw nobody was enough, and a library was replaced under a server that had lost its connection for a moment.
  @Test("So is one whose server has lost its connection for a moment")
  func comingBack() async throws {
    try await withPostgresLibrary { shared in
      let pool = PostgresPool(shared.pool.address)
      defer { pool.close() }
      let served = try await PostgresLibrary(pool)
      await served.beginServing()
      _ = try await shared.pool.read { try $0.execute(Self.disconnect) }
      await #expect(throws: BackupError.inUse("\(shared.pool.address)")) { try await shared.requireAlone() }
      withExtendedLifetime(served) {}
    }
  }

  /// Ends the connections that say that a server runs.
  private static let disconnect = """
    SELECT pg_terminate_backend(pid) FROM pg_locks
    WHERE locktype = 'advisory' AND mode = 'ShareLock' AND pid <> pg_backend_pid()
      AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
    """

  // The numbers of what was to replace it stayed, and the next things that were kept had such as were there.
  @Test("What was not carried to its end leaves the numbers as they were, too")
  func brokenOff() async throws {
    try await withFilled { library, _ in
      try await withPostgresLibrary { shared in
        for number in 1...9 { _ = try await shared.keep(.picture("mine \(number)")) }
        // The last thing that is carried.
        _ = try await shared.pool.write { try $0.execute("ALTER TABLE gallery_batch_log DROP COLUMN place") }
        await #expect(throws: LibraryError.self) { try await shared.take(library, replacing: true) }
        #expect(try await shared.keep(.picture("mine 10")).thing.id == 10)
      }
    }
  }

  @Test("A lost file is told, and the rest is carried")
  func missing() async throws {
    try await withFilled { library, file in
      let lost = try #require(try await library.page(limit: 10).things.first { $0.url.contains("two") })
      try FileManager.default.removeItem(
        at: filesFolder(of: file).appending(path: try #require(lost.file).name)
      )
      try await withPostgresLibrary { shared in
        let count = try await shared.take(library)
        #expect(count.missing == [lost.id] && count.files == 1)
        #expect(try await shared.file(of: lost) == nil)
        let backup = try await shared.backUp(to: file.path() + ".backup")
        #expect(backup.missing == [lost.id] && backup.files == 1)
      }
    }
  }

  /// All rows but those of workers, as text; without the names of files, which are new in each place, and that of the store.
  private func rows(of library: Library) throws -> [String: [String]] {
    try library.pool.read { database in
      try Dictionary(
        uniqueKeysWithValues: BackupFormat.tables.filter { $0 != "batchWorker" }.map { table in
          let columns = try database.columns(in: table).map(\.name).filter {
            !["file", "store", "worker", "isMissing"].contains($0)
          }
          let rows = try BackupFormat.rows(of: table, columns, in: database)
          var list: [String] = []
          while let row = try rows.next() {
            list.append(row.map { "\($0)=\($1)" }.joined(separator: " "))
          }
          return (table, list)
        }
      )
    }
  }
}
