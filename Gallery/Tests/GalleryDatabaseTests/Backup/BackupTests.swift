import ErrandsLoading
import Foundation
import GRDB
import GalleryJobs
import Testing

@testable import GalleryDatabase

@Suite("A backup of a library", .timeLimit(.minutes(1)))
struct BackupTests {
  @Test("has all things, their files and the batches, and gives them back elsewhere")
  func whole() async throws {
    try await withBackup { library, backup in
      _ = try await library.keep(.picture("hoà", words: ["biển"]))
      _ = try await library.keep(.picture("b", bytes: Data(count: 300_000)))
      _ = try await library.keep(.chart("c"))
      let order = BatchOrder(id: "one", addresses: ["/a", "/b"], timeLimit: .seconds(9))
      try await SQLiteBatchStore(library).create(order, within: .usual)
      let written = try LibraryBackup.write(library, to: backup)
      #expect(written == LibraryBackup.Summary(rows: 4, files: 2, bytes: 300_016))
      #expect(try hidden(beside: backup) == [])
      try await withFile { place in
        #expect(try LibraryBackup.restore(backup, to: place) == written)
        let restored = try Library(at: place)
        #expect(try await restored.page().things == library.page().things)
        #expect(try await restored.titles("hoa bien") == ["hoà"])
        for thing in try await restored.page().things {
          #expect(try await restored.file(of: thing) == library.file(of: thing))
        }
        #expect(try await SQLiteBatchStore(restored).contents(of: "one")?.addresses == ["/a", "/b"])
        // What is kept next has a number and a place of its own.
        let next = try await restored.keep(.chart("next")).thing
        #expect(try await restored.titles().first == "next" && next.id == 4)
        #expect(try hidden(beside: place.path()) == [])
      }
    }
  }

  @Test("Looks like a library to whoever opens it with SQLite, and is one file")
  func plain() async throws {
    try await withBackup { library, backup in
      _ = try await library.keep(.picture("a"))
      _ = try LibraryBackup.write(library, to: backup)
      let row = try #require(try joined(backup))
      #expect(row["title"] == "a" && row["bytes"] == Data("the picture a".utf8))
    }
  }

  private func joined(_ path: String) throws -> Row? {
    let sql = "SELECT title, backupFile.bytes FROM saved JOIN backupFile ON name = file"
    return try DatabaseQueue(path: path).read { try Row.fetchOne($0, sql: sql) }
  }

  @Test("Is of the moment in which it begins, whatever is kept and deleted meanwhile")
  func meanwhile() async throws {
    try await withBackup { library, backup in
      for number in 0..<30 { _ = try await library.keep(.picture("\(number)")) }
      let writing = Task {
        for number in 30..<60 {
          _ = try await library.keep(.picture("\(number)"))
          _ = try await library.delete(Int64(number - 29))
        }
      }
      for _ in 0..<10 {
        let summary = try LibraryBackup.write(library, to: backup, replaces: true)
        #expect(summary.missing == 0 && summary.rows == summary.files)
        #expect(try LibraryBackup.opened(backup).1 == summary)
      }
      try await writing.value
    }
  }

  @Test("Keeps a thing whose file is lost or damaged without it, and says so")
  func missing() async throws {
    try await withBackup { library, backup in
      let lost = try await library.keep(.picture("lost")).thing
      let damaged = try await library.keep(.picture("damaged")).thing
      _ = try await library.keep(.picture("whole"))
      unlink(library.files.path(of: try #require(lost.file).name))
      try Data("else".utf8).write(to: URL(filePath: library.files.path(of: try #require(damaged.file).name)))
      let summary = try LibraryBackup.write(library, to: backup)
      #expect(summary == LibraryBackup.Summary(rows: 3, files: 1, bytes: 17, missing: 2))
      try await withFile { place in
        #expect(try LibraryBackup.restore(backup, to: place) == summary)
        let things = try await Library(at: place).page().things
        #expect(things.map { $0.file?.isMissing } == [false, true, true])
      }
    }
  }

  @Test("Leaves a file that is there already as it is, unless it is told to replace it")
  func exists() async throws {
    try await withBackup { library, backup in
      try Data("mine".utf8).write(to: URL(filePath: backup))
      #expect(throws: BackupError.exists(backup)) { try LibraryBackup.write(library, to: backup) }
      #expect(FileManager.default.contents(atPath: backup) == Data("mine".utf8))
      #expect(try LibraryBackup.write(library, to: backup, replaces: true).rows == 0)
      #expect(try LibraryBackup.opened(backup).1.rows == 0)
    }
  }

  @Test("Names a place that cannot be written to")
  func unwritable() async throws {
    try await withBackup { library, backup in
      let path = backup + "/inside"
      try Data().write(to: URL(filePath: backup))
      let error = #expect(throws: BackupError.self) { try LibraryBackup.write(library, to: path) }
      #expect("\(try #require(error))".hasPrefix("The backup \(path) cannot be written: "))
    }
  }

  /// What was on its way to its place.
  private func hidden(beside path: String) throws -> [String] {
    let folder = URL(filePath: path).deletingLastPathComponent().path()
    return try FileManager.default.contentsOfDirectory(atPath: folder).filter { $0.hasPrefix(".") }
  }
}

/// Runs a test with a library and the path of a backup that is not there yet.
func withBackup(_ test: (Library, String) async throws -> Void) async throws {
  try await withFile { file in
    try await withFile { other in
      let backup = other.deletingLastPathComponent().appending(path: "backup").path()
      try await test(try Library(at: file), backup)
    }
  }
}
