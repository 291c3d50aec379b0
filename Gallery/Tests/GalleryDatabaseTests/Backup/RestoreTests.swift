import Foundation
import GRDB
import Testing

@testable import GalleryDatabase

@Suite("Restoring a backup", .timeLimit(.minutes(1)))
struct RestoreTests {
  @Test(
    "leaves a library that is there as it is, unless it is told to replace it: then nothing of it is left"
  )
  func replaces() async throws {
    try await withBackup { library, backup in
      _ = try await library.keep(.picture("new"))
      _ = try LibraryBackup.write(library, to: backup)
      try await withFile { place in
        try await keep(["old", "older"], at: place)
        #expect(throws: BackupError.libraryExists(place.path())) {
          try LibraryBackup.restore(backup, to: place)
        }
        #expect(try names(besides: place).count == 2)
        _ = try LibraryBackup.restore(backup, to: place, replaces: true)
        let restored = try Library(at: place)
        #expect(try await restored.titles() == ["new"])
        #expect(try names(besides: place).count == 1)
        #expect(try await restored.file(of: restored.page().things[0])?.bytes == Data("the picture new".utf8))
      }
    }
  }

  /// SQLite would have gone on with the log of the one before, in the file of the other.
  @Test("takes the place of one that was not closed")
  func log() async throws {
    try await withBackup { library, backup in
      _ = try await library.keep(.chart("new"))
      _ = try LibraryBackup.write(library, to: backup)
      try await withFile { place in
        try await keep(["old"], at: place)
        for ending in ["-wal", "-shm"] {
          try Data("what a killed process has left".utf8).write(to: URL(filePath: place.path() + ending))
        }
        _ = try LibraryBackup.restore(backup, to: place, replaces: true)
        #expect(try await Library(at: place).titles() == ["new"])
      }
    }
  }

  @Test("is refused while somebody has the library open, and is possible behind that")
  func inUse() async throws {
    try await withBackup { library, backup in
      _ = try LibraryBackup.write(library, to: backup)
      try await withFile { place in
        try await {
          let open = try Library(at: place)
          _ = try await open.keep(.picture("mine"))
          #expect(throws: BackupError.inUse(place.path())) {
            try LibraryBackup.restore(backup, to: place, replaces: true)
          }
          #expect(try await open.titles() == ["mine"])
        }()
        #expect(try LibraryBackup.restore(backup, to: place, replaces: true).rows == 0)
      }
    }
  }

  @Test("takes the place of a library that is damaged")
  func damagedLibrary() async throws {
    try await withBackup { library, backup in
      _ = try await library.keep(.chart("new"))
      _ = try LibraryBackup.write(library, to: backup)
      try await withFile { place in
        try Data(repeating: 7, count: 10_000).write(to: place)
        _ = try LibraryBackup.restore(backup, to: place, replaces: true)
        #expect(try await Library(at: place).titles() == ["new"])
      }
    }
  }

  @Test("A backup that is cut short, anywhere, is refused, and the library stays")
  func cutShort() async throws {
    try await withBackup { library, backup in
      for name in ["a", "b"] { _ = try await library.keep(.picture(name, bytes: Data(count: 50_000))) }
      _ = try LibraryBackup.write(library, to: backup)
      let whole = try Data(contentsOf: URL(filePath: backup))
      try await withFile { place in
        try await keep(["old"], at: place)
        for length in stride(from: 0, to: whole.count, by: whole.count / 20) {
          try whole.prefix(length).write(to: URL(filePath: backup))
          #expect(throws: BackupError.self, "of \(length) bytes") {
            try LibraryBackup.restore(backup, to: place, replaces: true)
          }
        }
        #expect(try await Library(at: place).titles() == ["old"])
        #expect(try names(besides: place).count == 1)
      }
    }
  }

  @Test("A file in it that is not what it was is named by its thing")
  func changedFile() async throws {
    try await refused("the file of “a” is not what it was", as: "UPDATE backupFile SET bytes = x'00'")
    try await refused("the file of “a” is not what it was", as: "DELETE FROM backupFile")
  }

  @Test(
    "A name that leads elsewhere is refused",
    arguments: ["../evil.jpg", "/tmp/evil.jpg", ".hidden", "a/b", "", "À.jpg"]
  )
  func escape(name: String) async throws {
    try await refused("is called", as: "UPDATE saved SET file = ?", name)
  }

  @Test("Triggers, views and tables that no library has are refused: they would go on working in it")
  func stowaways() async throws {
    let rule = "CREATE TRIGGER evil AFTER INSERT ON saved BEGIN DELETE FROM saved; END"
    for sql in [rule, "CREATE VIEW evil AS SELECT 1", "CREATE TABLE evil (a)", "DROP TRIGGER savedDeleted"] {
      try await refused("tables or triggers", as: sql)
    }
  }

  @Test("What is no backup is named, and why")
  func noBackup() async throws {
    try await withBackup { library, backup in
      try await withFile { place in
        func reason() -> String? {
          do { _ = try LibraryBackup.restore(backup, to: place) } catch { return "\(error)" }
          return nil
        }
        #expect(reason()?.contains("no file that can be opened") == true)
        try Data(repeating: 65, count: 5000).write(to: URL(filePath: backup))
        #expect(reason()?.contains("it is no database") == true)
        unlink(backup)
        let other = try DatabaseQueue(path: backup)
        try await other.write { try $0.execute(sql: "CREATE TABLE a (b)") }
        try other.close()
        #expect(reason()?.contains("it is another database") == true)
        unlink(backup)
        _ = try LibraryBackup.write(library, to: backup)
        try change(backup, "UPDATE backup SET version = 2")
        #expect(reason() == BackupError.newer(backup).description)
        #expect(!FileManager.default.fileExists(atPath: place.path()))
      }
    }
  }

  // MARK: Parts

  /// Nothing of a backup that somebody has changed is restored.
  private func refused(_ reason: String, as sql: String, _ value: String? = nil) async throws {
    try await withBackup { library, backup in
      _ = try await library.keep(.picture("a"))
      _ = try LibraryBackup.write(library, to: backup)
      try change(backup, sql, value.map { [$0] } ?? [])
      try await withFile { place in
        try await keep(["old"], at: place)
        let error = #expect(throws: BackupError.self) {
          try LibraryBackup.restore(backup, to: place, replaces: true)
        }
        #expect("\(try #require(error))".contains(reason), "\(sql)")
        #expect(try await Library(at: place).titles() == ["old"])
        #expect(try names(besides: place).count == 1)
      }
    }
  }

  private func change(_ path: String, _ sql: String, _ values: StatementArguments = []) throws {
    let queue = try DatabaseQueue(path: path)
    try queue.write { try $0.execute(sql: sql, arguments: values) }
    try queue.close()
  }

  private func keep(_ titles: [String], at place: URL) async throws {
    let library = try Library(at: place)
    for title in titles { _ = try await library.keep(.picture(title)) }
    try library.close()
  }
}
