import ErrandsLoading
import Foundation
import Testing

@testable import GalleryDatabase

@Suite("Restoring a backup")
struct RestoreTests {
  // Nothing in the restored one had them, and they were deleted: the library that was put back had none.
  @Test("The files of a library that was moved away stay when another one is restored to its place")
  func movedAway() async throws {
    try await withBackup { backup, place in
      try await {
        let library = try Library(at: place)
        _ = try await library.keep(.picture("mine"))
        try library.close()
      }()
      let name = try #require(try names(besides: place).first)
      try FileManager.default.removeItem(at: place)
      _ = try Library.restore(backup, at: place)
      _ = try Library(at: place)
      let left = names(below: place.deletingLastPathComponent())
      #expect(left.contains { $0.hasPrefix("gallery-files.") && $0.hasSuffix(name) })
      #expect(try names(besides: place).count == 2)
    }
  }

  @Test("Where a library is, nothing is replaced unless that is said; then all of it is, and its files go")
  func replacing() async throws {
    try await withBackup { backup, place in
      try await keepOwn(at: place)
      let before = names(below: place.deletingLastPathComponent())
      #expect(throws: BackupError.hasLibrary(place.path())) { try Library.restore(backup, at: place) }
      #expect(names(below: place.deletingLastPathComponent()) == before)
      _ = try Library.restore(backup, at: place, replacing: true)
      #expect(try await Library(at: place).titles() == ["top", "two", "Hoà"])
      #expect(try names(besides: place).count == 2, "the old one's file is swept")
    }
  }

  /// SQLite was asked to put in order what is replaced, and said that it is no database: the library for which the backup had been
  /// made could not be replaced by it.
  @Test("A library that is damaged is replaced", arguments: [0, 100, 4096])
  func damaged(from position: Int) async throws {
    try await withBackup { backup, place in
      try await keepOwn(at: place)
      var bytes = try Data(contentsOf: place)
      bytes.replaceSubrange(position..., with: Data(repeating: 0x41, count: bytes.count - position))
      try bytes.write(to: place)
      #expect(throws: BackupError.hasLibrary(place.path())) { try Library.restore(backup, at: place) }
      #expect(try Data(contentsOf: place) == bytes)
      _ = try Library.restore(backup, at: place, replacing: true)
      #expect(try await Library(at: place).titles() == ["top", "two", "Hoà"])
    }
  }

  @Test("A library that is open somewhere is left alone")
  func inUse() async throws {
    try await withBackup { backup, place in
      let library = try Library(at: place)
      #expect(throws: BackupError.inUse(place.path())) {
        try Library.restore(backup, at: place, replacing: true)
      }
      #expect(try await library.titles() == [])
    }
  }

  @Test("What the old library had beside its file is not taken for the new one's")
  func oldJournal() async throws {
    try await withBackup { backup, place in
      try await keepOwn(at: place)
      // As after a kill: a log of SQLite's that belongs to another file.
      try FileManager.default.removeItem(at: place)
      try Data(repeating: 7, count: 5000).write(to: URL(filePath: place.path() + "-wal"))
      _ = try Library.restore(backup, at: place)
      #expect(try await Library(at: place).titles() == ["top", "two", "Hoà"])
    }
  }

  /// A restoration that was killed after it had linked its part to its place left the library with two names, and the next one cut
  /// what it found under the second to nothing.
  @Test(
    "A library that has the name of a part, too, is not cut by the next restoration, which fails"
  )
  func secondName() async throws {
    try await withBackup { backup, place in
      try await keepOwn(at: place)
      let part = place.deletingLastPathComponent().appending(path: ".gallery.sqlite.part")
      try FileManager.default.linkItem(at: place, to: part)
      try tamper(backup, "UPDATE saved SET title = 'other'")
      #expect(throws: BackupError.self) { try Library.restore(backup, at: place, replacing: true) }
      #expect(try await Library(at: place).titles() == ["own"])
    }
  }

  @Test("A backup that is cut short anywhere is refused, and nothing is changed")
  func cutShort() async throws {
    try await withBackup { backup, place in
      try await keepOwn(at: place)
      let before = names(below: place.deletingLastPathComponent())
      let whole = try Data(contentsOf: URL(filePath: backup))
      for length in [0, 1, 50, 100, 4096, whole.count / 2, whole.count - 4096, whole.count - 1] {
        try whole.prefix(length).write(to: URL(filePath: backup))
        #expect(throws: BackupError.self, "\(length)") {
          try Library.restore(backup, at: place, replacing: true)
        }
      }
      #expect(names(below: place.deletingLastPathComponent()) == before)
      #expect(try await Library(at: place).titles() == ["own"])
    }
  }

  @Test("Of a backup in which any one byte is another, nothing that differs is restored")
  func changedBytes() async throws {
    try await withBackup { backup, place in
      let whole = try Data(contentsOf: URL(filePath: backup))
      var refused = 0
      for position in stride(from: 0, to: whole.count, by: 997) {
        var changed = whole
        changed[position] ^= 0x15
        try changed.write(to: URL(filePath: backup))
        do {
          _ = try Library.restore(backup, at: place, replacing: true)
        } catch is BackupError {
          refused += 1
          continue
        }
        let library = try Library(at: place)
        #expect(try await library.titles() == ["top", "two", "Hoà"], "byte \(position)")
        for thing in try await library.page(limit: 9).things where thing.file != nil {
          let bytes = try #require(try await library.file(of: thing))
          #expect(bytes.digest == LibraryFiles.digest(of: bytes.bytes))
        }
      }
      #expect(refused > 0)
    }
  }

  @Test("What is no backup is told from one that is damaged, and from one of another version")
  func sentences() async throws {
    try await withBackup { backup, place in
      let folder = place.deletingLastPathComponent().deletingLastPathComponent()
      #expect(throws: BackupError.noBackup(folder.path())) { try Library.restore(folder.path(), at: place) }
      let library = folder.appending(path: "gallery.sqlite").path()
      #expect(throws: BackupError.self) { try Library.restore(library, at: place) }
      #expect(throws: FileFailure.self) { try Library.restore(backup + "x", at: place) }
      try tamper(backup, "UPDATE backup SET version = 2")
      #expect(throws: BackupError.otherVersion(backup)) { try Library.restore(backup, at: place) }
      try tamper(backup, "UPDATE backup SET version = 1; INSERT INTO grdb_migrations VALUES ('to come')")
      #expect(throws: BackupError.otherVersion(backup)) { try Library.restore(backup, at: place) }
      #expect(!FileManager.default.fileExists(atPath: place.path()))
    }
  }

  private func keepOwn(at place: URL) async throws {
    _ = try await Library(at: place).keep(.picture("own"))
  }
}
