import Errands
import Foundation
import GRDB
import Testing

@testable import GalleryDatabase

@Suite("A library of another version", .timeLimit(.minutes(1)))
struct LibraryMigrationTests {
  // A step that another had done in between was an error, and who came second had no library.
  @Test("Programs that make a library at the same time all have it")
  func atOnce() async throws {
    for _ in 0..<30 {
      try await withFile { file in
        let libraries = try await Errand.all((0..<4).map { _ in Library.opening(at: file) }).value()
        for library in libraries { #expect(try await library.count == 0) }
      }
    }
  }

  /// A library as the first version made it.
  private func makeFirst(at file: URL, _ things: [(url: String, savedAt: Double)]) throws {
    let pool = try DatabasePool(path: file.path())
    try LibrarySchema.migrator.migrate(pool, upTo: "saved")
    try pool.write { database in
      for thing in things {
        let content = Data(#"{"text":"\#(thing.url)"}"#.utf8)
        let sql = "INSERT INTO saved (url, content, savedAt) VALUES (?, ?, ?)"
        try database.execute(sql: sql, arguments: [thing.url, content, thing.savedAt])
      }
    }
    try pool.close()
  }

  @Test("One of the first version is brought up to date, and keeps everything in its order")
  func older() async throws {
    try await withFile { file in
      // Two of the same moment, and one that was saved after the clock had been put back.
      try makeFirst(at: file, [("b", 20), ("c", 20), ("a", 10), ("d", 30)])
      let library = try Library(at: file)
      #expect(try await library.notes() == ["d", "c", "b", "a"])
      let things = try await library.page().things
      #expect(things.map(\.id) == [4, 2, 1, 3])
      #expect(things.allSatisfy { $0.kind == "article" })
      try await library.note("e", at: "e")
      let first = try await library.page(limit: 2)
      #expect(first.things.map(\.note) == ["e", "d"])
      #expect(try await library.notes(after: first.next) == ["c", "b", "a"])
    }
  }

  @Test("What was saved before there was a search is found, with its title")
  func found() async throws {
    try await withFile { file in
      let pool = try DatabasePool(path: file.path())
      try LibrarySchema.migrator.migrate(pool, upTo: "order")
      try await pool.write { database in
        for (number, title) in ["Hoà bình", "Đường xa"].enumerated() {
          let content = Data(#"{"title":"\#(title)","cover":{"url":"http://x.test/hoa.jpg"}}"#.utf8)
          let sql = "INSERT INTO saved (url, content, savedAt, place) VALUES (?, ?, 1, ?)"
          try database.execute(sql: sql, arguments: ["/\(number)", content, number + 1])
        }
      }
      try pool.close()
      let library = try Library(at: file)
      #expect(try await library.titles("hoa") == ["Hoà bình"])
      #expect(try await library.titles("dương") == ["Đường xa"])
      #expect(try await library.titles("jpg").isEmpty)
      let all = try await library.page().things
      #expect(all.allSatisfy { $0.file == nil && $0.kind == "article" })
      #expect(try await library.delete(1))
      #expect(try await library.titles("hoa").isEmpty)
    }
  }

  @Test("An empty one of the first version, too")
  func empty() async throws {
    try await withFile { file in
      try makeFirst(at: file, [])
      #expect(try await Library(at: file).note("first", at: "a").id == 1)
    }
  }

  @Test("One that is up to date is left as it is")
  func current() async throws {
    try await withFile { file in
      try await Library(at: file).note("kept", at: "a")
      let library = try Library(at: file)
      #expect(try await library.notes() == ["kept"])
      #expect(try await library.read { try LibrarySchema.migrator.hasCompletedMigrations($0) })
    }
  }

  @Test("One of a newer version is refused, and not touched")
  func newer() async throws {
    try await withFile { file in
      try await Library(at: file).note("kept", at: "a")
      var migrator = LibrarySchema.migrator
      migrator.registerMigration("of tomorrow") {
        try $0.alter(table: "saved") { $0.add(column: "mood", .text) }
      }
      let pool = try DatabasePool(path: file.path())
      try migrator.migrate(pool)
      try pool.close()
      #expect(throws: LibraryError.newer(file.path())) { _ = try Library(at: file) }
      let after = try DatabasePool(path: file.path())
      let urls = try await after.read {
        try String.fetchAll($0, sql: "SELECT url FROM saved WHERE mood IS NULL")
      }
      #expect(urls == ["/a"])
    }
  }
}
