import ErrandsLoading
import Foundation
import GRDB
import Testing

@testable import GalleryDatabase

@Suite("Backups of the library")
struct BackupTests {
  @Test("What is restored is what was kept, with its files, its words and its order")
  func roundTrip() async throws {
    try await withBackup { backup, place in
      let count = try Library.restore(backup, at: place)
      #expect(count == BackupCount(rows: 4, files: 2, bytes: 30, missing: []))
      let library = try Library(at: place)
      #expect(try await library.titles() == ["top", "two", "Hoà"])
      #expect(try await library.titles("hoa") == ["Hoà"])
      for thing in try await library.page(limit: 10).things where thing.kind == "photo" {
        let bytes = try #require(try await library.file(of: thing))
        #expect(String(decoding: bytes.bytes, as: UTF8.self).hasPrefix("the picture "))
      }
      #expect(try names(besides: place).count == 2)
    }
  }

  // The digest was that of all columns, and what is restored has Gallery's own.
  @Test("A column that another program has added is left out, and the rest is restored")
  func foreignColumn() async throws {
    try await withFile { file in
      let library = try Library(at: file)
      _ = try await library.keep(.picture("one"))
      try await library.pool.write {
        try $0.execute(sql: "ALTER TABLE saved ADD COLUMN mood TEXT DEFAULT 'good'")
      }
      let backup = file.path() + ".backup"
      let place = file.deletingLastPathComponent().appending(path: "other/gallery.sqlite")
      let written = try library.backUp(to: backup)
      #expect(try Library.restore(backup, at: place) == written)
      #expect(try await Library(at: place).titles() == ["one"])
    }
  }

  // Taken for lost files, they were left out, and yesterday's backup, which had them, was replaced.
  @Test(
    "Files that cannot be read now end it, and the backup that was there stays",
    arguments: [true, false]
  )
  func unreadable(isFolderAway: Bool) async throws {
    try await withFile { file in
      let library = try Library(at: file)
      _ = try await library.keep(.picture("one"))
      let (backup, place) = (file.path() + ".backup", filesFolder(of: file))
      _ = try library.backUp(to: backup)
      let old = try Data(contentsOf: URL(filePath: backup))
      let name = try #require(try names(besides: file).first)
      let error = #expect(throws: LibraryError.self) {
        try library.backUp(to: backup, replacing: true) {
          guard FileManager.default.fileExists(atPath: place.appending(path: name).path()) else { return }
          try FileManager.default.moveItem(at: place, to: place.appendingPathExtension("away"))
          if isFolderAway { return }
          try FileManager.default.moveItem(at: place.appendingPathExtension("away"), to: place)
          try FileManager.default.removeItem(at: place.appending(path: name))
          // Reading a folder is an error of its own.
          try FileManager.default.createDirectory(
            at: place.appending(path: name),
            withIntermediateDirectories: false
          )
        }
      }
      let sentence = "\(try #require(error))"
      #expect(sentence.contains(isFolderAway ? "gallery-files was deleted or replaced" : "cannot be read"))
      #expect(try Data(contentsOf: URL(filePath: backup)) == old)
      #expect(names(below: file.deletingLastPathComponent()).filter { $0.hasSuffix(".part") } == [])
    }
  }

  @Test("A number that was given out before the backup is not given out after it")
  func numbers() async throws {
    try await withBackup { backup, place in
      _ = try Library.restore(backup, at: place)
      #expect(try await Library(at: place).keep(.chart("next")).thing.id == 5)
    }
  }

  @Test("Whoever heard events of the old store does not take the restored one for it")
  func newStore() async throws {
    func store(_ path: String) throws -> String? {
      let queue = try DatabaseQueue(path: path)
      defer { try? queue.close() }
      return try queue.read { try String.fetchOne($0, sql: "SELECT store FROM batchLog") }
    }
    try await withBackup { backup, place in
      _ = try Library.restore(backup, at: place)
      let restored = try #require(try store(place.path()))
      #expect(restored != (try store(backup)))
    }
  }

  @Test("It is one file, which its owner alone can read, and beside which nothing is left")
  func oneFile() async throws {
    try await withBackup { backup, _ in
      let url = URL(filePath: backup)
      let left = try FileManager.default.contentsOfDirectory(atPath: url.deletingLastPathComponent().path())
      #expect(left.filter { $0.contains("backup") } == ["a backup"])
      let attributes = try FileManager.default.attributesOfItem(atPath: backup)
      #expect((attributes[.posixPermissions] as? NSNumber)?.intValue == 0o600)
    }
  }

  @Test("A file that is there is replaced where that is said, and otherwise left as it is")
  func existing() async throws {
    try await withFile { file in
      let library = try Library(at: file)
      let path = file.path() + ".backup"
      try Data("mine".utf8).write(to: URL(filePath: path))
      #expect(throws: FileFailure.exists(path)) { try library.backUp(to: path) }
      #expect(try String(contentsOfFile: path, encoding: .utf8) == "mine")
      #expect(try library.backUp(to: path, replacing: true).files == 0)
      #expect(try Data(contentsOf: URL(filePath: path)).starts(with: Data("SQLite".utf8)))
    }
  }

  @Test(
    "The library's own files are not replaced by its backup, by whichever path they are named",
    arguments: [
      "gallery.sqlite", "gallery.sqlite-wal", "gallery.sqlite-shm", "gallery.sqlite-journal",
      ".gallery.sqlite.part", "./gallery-files/../gallery.sqlite", "gallery-files/new.jpg",
      "linked/gallery.sqlite",
      "link", "twin",
    ],
    [false, true]
  )
  func ownFiles(name: String, replacing: Bool) async throws {
    try await withFile { file in
      let library = try Library(at: file)
      _ = try await library.keep(.picture("one"))
      let folder = file.deletingLastPathComponent()
      let manager = FileManager.default
      try manager.createSymbolicLink(at: folder.appending(path: "linked"), withDestinationURL: folder)
      try manager.createSymbolicLink(at: folder.appending(path: "link"), withDestinationURL: file)
      try manager.linkItem(at: file, to: folder.appending(path: "twin"))
      let path = folder.path(percentEncoded: false) + name
      #expect(throws: BackupError.ownFile(path)) { try library.backUp(to: path, replacing: replacing) }
      _ = try await library.keep(.picture("two"))
      try library.close()
      #expect(try await Library(at: file).titles() == ["two", "one"])
    }
  }

  @Test("Nor are those of a library whose file is elsewhere, which a link in its place leads to")
  func ownFilesElsewhere() async throws {
    try await withFile { file in
      let folder = file.deletingLastPathComponent()
      let elsewhere = folder.appending(path: "elsewhere")
      try FileManager.default.createDirectory(at: elsewhere, withIntermediateDirectories: true)
      let real = elsewhere.appending(path: "real.sqlite")
      try FileManager.default.createSymbolicLink(at: file, withDestinationURL: real)
      try Data().write(to: real)
      let library = try Library(at: file)
      for ending in ["", "-wal", "-shm"] {
        let path = real.path(percentEncoded: false) + ending
        #expect(throws: BackupError.ownFile(path)) { try library.backUp(to: path, replacing: true) }
      }
      #expect(try library.backUp(to: elsewhere.path(percentEncoded: false) + "/backup").files == 0)
    }
  }

  @Test("Where something else than a file is, it is said what that is", arguments: [false, true])
  func noFiles(replacing: Bool) async throws {
    try await withFile { file in
      let library = try Library(at: file)
      let folder = file.deletingLastPathComponent().appending(path: "folder").path(percentEncoded: false)
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
      #expect(throws: FileFailure.isFolder(folder)) { try library.backUp(to: folder, replacing: replacing) }
      let link = file.path() + ".link"
      try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: "nowhere")
      #expect(throws: BackupError.isLink(link)) { try library.backUp(to: link, replacing: replacing) }
      #expect(throws: FileFailure.notFile("/dev/null")) {
        try library.backUp(to: "/dev/null", replacing: replacing)
      }
      #expect(
        BackupError.isLink("/l").description == "/l is a symbolic link; name the file that it leads to."
      )
    }
  }

  /// The copy of a library fails with a code, and with the message “not an error”.
  @Test("A disk that is full, and one that fails, are told as that, and nothing is left")
  func disks() async throws {
    try await withFile { file in
      let path = file.path() + ".backup"
      func fail(_ code: ResultCode) -> FileFailure? {
        return #expect(throws: FileFailure.self) {
          try BackupFormat.write(
            to: path,
            replacing: false,
            rows: { _ in throw DatabaseError(resultCode: code, message: "not an error") },
            file: { _, _ in .deleted }
          )
        }
      }
      guard case .noSpace(path, nil, let free)? = fail(.SQLITE_FULL) else {
        Issue.record("a full disk is told as something else")
        return
      }
      #expect(free > 0)
      #expect(fail(.SQLITE_IOERR_WRITE) == .file(path, reason: "its disk reports an error"))
      #expect(fail(.SQLITE_NOMEM)?.description.contains("not an error") == false)
      #expect(names(below: file.deletingLastPathComponent()) == [])
    }
  }

  @Test("A library with rows that cannot be is told as damaged, and not the file that was to be written")
  func damagedLibrary() async throws {
    try await withFile { file in
      let library = try Library(at: file)
      _ = try await library.keep(.picture("one"))
      try await library.pool.write { try $0.execute(sql: "UPDATE saved SET mediaType = NULL") }
      await expectDamage(of: file.path(), naming: "mediaType") {
        _ = try library.backUp(to: file.path() + ".backup")
      }
    }
  }

  // Copied page by page, damage that no query had met went into the backup, which said that all was well, and could not be
  // restored.
  @Test("A library with a damaged page is told as damaged, and no backup is written")
  func damagedPage() async throws {
    try await withFile { file in
      var library: Library? = try Library(at: file)
      _ = try await library?.keep(.picture("one"))
      // The page of an index that opening and keeping have no need of.
      let sql = """
        SELECT (rootpage - 1) * page_size FROM sqlite_schema, pragma_page_size() WHERE name = 'batchMemberTold'
        """
      let offset = try await library?.pool.read { try Int64.fetchOne($0, sql: sql) }
      library = nil
      let handle = try FileHandle(forWritingTo: file)
      try handle.seek(toOffset: UInt64(try #require(offset ?? nil)))
      try handle.write(contentsOf: Data(repeating: 0xA5, count: 16))
      try handle.close()
      let damaged = try Library(at: file)
      let path = file.path() + ".backup"
      let error = #expect(throws: LibraryError.self) { try damaged.backUp(to: path) }
      guard case .damaged(file.path(), _)? = error else {
        Issue.record("\(String(describing: error))")
        return
      }
      #expect(!FileManager.default.fileExists(atPath: path))
    }
  }

  @Test(
    "A thing that has lost its file, or has another one there, is told and does not keep the rest from being kept"
  )
  func missing() async throws {
    try await withFile { file in
      let library = try Library(at: file)
      let lost = try await library.keep(.picture("lost")).thing
      let changed = try await library.keep(.picture("changed")).thing
      _ = try await library.keep(.picture("whole"))
      let folder = filesFolder(of: file)
      try FileManager.default.removeItem(at: folder.appending(path: try #require(lost.file).name))
      try Data("x".utf8).write(to: folder.appending(path: try #require(changed.file).name))
      let path = file.path() + ".backup"
      let count = try library.backUp(to: path)
      #expect(count.missing == [lost.id, changed.id] && count.files == 1)
      let place = file.deletingLastPathComponent().appending(path: "other/gallery.sqlite")
      #expect(try Library.restore(path, at: place).missing == [lost.id, changed.id])
      let things = try await Library(at: place).page(limit: 9).things
      #expect(things.map { $0.file?.isMissing } == [false, true, true])
    }
  }

  /// All pages were one step, and all rows another: the process was gone before the step ended, and left its part behind.
  @Test("Whoever interrupts it is heard in each of its steps, and nothing is left")
  func interrupted() async throws {
    try await withLarge { library, folder in
      let path = folder.appending(path: "b").path(percentEncoded: false)
      var calls = 0
      _ = try library.backUp(to: path) { calls += 1 }
      // A thing, its picture's file, and pages for four MiB, of which a step has one.
      #expect(calls >= 4 + 1 + 2)
      try FileManager.default.removeItem(atPath: path)
      let before = names(below: folder)
      for last in 1...calls {
        var count = 0
        #expect(throws: CancellationError.self, "at \(last)") {
          try library.backUp(to: path) {
            count += 1
            if count >= last { throw CancellationError() }
          }
        }
        #expect(names(below: folder) == before)
      }
    }
  }

  @Test("What is kept between two of its steps is not in it")
  func oneMoment() async throws {
    try await withLarge { library, folder in
      let path = folder.appending(path: "b").path(percentEncoded: false)
      let other = try DatabaseQueue(
        path: folder.appending(path: "gallery.sqlite").path(percentEncoded: false)
      )
      let count = try library.backUp(to: path) {
        try other.write { try $0.execute(sql: "UPDATE saved SET title = title || '+'") }
      }
      try other.close()
      #expect(count.files == 1)
      #expect(try await library.titles().allSatisfy { $0.hasSuffix("++++") })
      let place = folder.appending(path: "other/gallery.sqlite")
      _ = try Library.restore(path, at: place)
      #expect(try await Library(at: place).titles() == ["small", "large"])
    }
  }

  /// Runs a test with a library that is copied in several steps.
  private func withLarge(_ test: (_ library: Library, _ folder: URL) async throws -> Void) async throws {
    try await withFile { file in
      let library = try Library(at: file)
      let content = Data(count: 4 << 20)
      let large = NewThing(url: "large", kind: "chart", title: "large", words: [], content: content)
      _ = try await library.keep(large)
      _ = try await library.keep(.picture("small"))
      try await test(library, file.deletingLastPathComponent())
    }
  }

  @Test("What a killed process has left of a backup is taken by the next")
  func leftovers() async throws {
    try await withFile { file in
      let library = try Library(at: file)
      let path = file.deletingLastPathComponent().appending(path: "b").path()
      let part = file.deletingLastPathComponent().appending(path: ".b.part")
      for ending in ["", "-journal", "-wal"] {
        try Data("half".utf8).write(to: URL(filePath: part.path() + ending))
      }
      _ = try library.backUp(to: path)
      let left = names(below: file.deletingLastPathComponent()).filter { $0.hasPrefix(".") }
      #expect(left.isEmpty)
      #expect(try BackupSource(path).migration == "batches")
    }
  }

  @Test("Two that write to one place do not write into one another")
  func twoAtOnce() async throws {
    try await withFile { file in
      let library = try Library(at: file)
      let path = file.path() + ".backup"
      let other = try SQLitePart(beside: path)
      #expect(throws: BackupError.busy(path)) { try library.backUp(to: path) }
      other.remove()
      #expect(throws: Never.self) { try library.backUp(to: path) }
    }
  }
}
