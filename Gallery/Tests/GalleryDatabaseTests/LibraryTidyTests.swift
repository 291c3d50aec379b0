import ErrandsLoading
import Foundation
import GRDB
import Testing

@testable import GalleryDatabase

/// What a killed process leaves is at most a file without a thing, or rows that are not at their place; the tests with real
/// kills are in `Tests/Shell`.
@Suite("A library that is opened after a crash", .timeLimit(.minutes(1)))
struct LibraryTidyTests {
  @Test("deletes files that no thing has, also those that are not whole, and no others")
  func strays() async throws {
    try await withFile { file in
      let kept = try await keepOne(at: file)
      for name in ["stray.jpg", ".stray.jpg.partial", "ein Bild.png"] {
        try Data("x".utf8).write(to: filesFolder(of: file).appending(path: name))
      }
      let library = try Library(at: file)
      #expect(try names(besides: file) == [kept])
      #expect(try await library.titles() == ["a"])
    }
  }

  @Test("leaves them where another one has it open: their things may be about to come")
  func shared() async throws {
    try await withFile { file in
      let other = try Library(at: file)
      let stray = filesFolder(of: file).appending(path: "stray.jpg")
      try Data("x".utf8).write(to: stray)
      _ = try Library(at: file)
      #expect(FileManager.default.fileExists(atPath: stray.path()))
      #expect(try await other.count == 0)
    }
    // And that one has let go of it.
    try await withFile { file in
      try { _ = try Library(at: file) }()
      let stray = filesFolder(of: file).appending(path: "stray.jpg")
      try Data("x".utf8).write(to: stray)
      _ = try Library(at: file)
      #expect(!FileManager.default.fileExists(atPath: stray.path()))
    }
  }

  @Test("deletes what is there of a library that was being restored", arguments: [true, false])
  func part(isThere: Bool) async throws {
    try await withFile { file in
      let name = try await keepOne(at: file)
      let folder = file.deletingLastPathComponent()
      let part = folder.path(percentEncoded: false) + ".gallery.sqlite.part"
      for ending in (isThere ? [""] : []) + ["-journal", "-wal", "-shm"] {
        try Data("half".utf8).write(to: URL(filePath: part + ending))
      }
      let library = try Library(at: file)
      #expect(names(below: folder).filter { $0.hasPrefix(".") } == [])
      #expect(try names(besides: file) == [name])
      #expect(try await library.titles() == ["a"])
    }
  }

  @Test("leaves what a process that lives is writing to its place")
  func livingPart() async throws {
    try await withFile { file in
      let part = try SQLitePart(beside: file.path())
      _ = try Library(at: file)
      #expect(FileManager.default.fileExists(atPath: part.path))
      part.remove()
    }
  }

  /// A disk that was not mounted, or a folder that was put elsewhere: nothing is lost if they come back.
  @Test("says of things whose file is gone that it is missing, until it is there again")
  func missing() async throws {
    try await withFile { file in
      let name = try await keepOne(at: file)
      let (place, elsewhere) = (
        filesFolder(of: file), file.deletingLastPathComponent().appending(path: "elsewhere")
      )
      try FileManager.default.moveItem(at: place, to: elsewhere)
      try await {
        let library = try Library(at: file)
        let thing = try #require(try await library.page().things.first)
        #expect(thing.file?.isMissing == true)
        #expect(try await library.file(of: thing) == nil)
      }()
      try FileManager.default.removeItem(at: place)
      try FileManager.default.moveItem(at: elsewhere, to: place)
      let library = try Library(at: file)
      let thing = try #require(try await library.page().things.first)
      #expect(thing.file?.isMissing == false)
      #expect(try await library.file(of: thing)?.bytes == Data("the picture a".utf8))
      #expect(thing.file?.name == name)
    }
  }

  // In the new library nothing had these files, and it deleted all of them: put back, the old one had lost everything.
  @Test(
    "leaves the files of one that was moved away, with them or without, until it is put back",
    arguments: [true, false]
  )
  func movedAway(withFiles: Bool) async throws {
    try await withFile { file in
      let (manager, place) = (FileManager.default, filesFolder(of: file))
      // With what SQLite has beside it, which it would take for that of another file in its place.
      func removeLibrary() {
        for ending in ["", "-wal", "-shm"] { try? manager.removeItem(atPath: file.path() + ending) }
      }
      try await {
        let library = try Library(at: file)
        _ = try await library.keep(.picture("a"))
        try await library.pool.writeWithoutTransaction { _ = try $0.checkpoint(.truncate) }
        try library.close()
      }()
      let whole = try Data(contentsOf: file)
      removeLibrary()
      try Data(count: whole.count).write(to: file)
      let error = #expect(throws: LibraryError.self) { _ = try Library(at: file) }
      let advice =
        "move it, its -wal and -shm, and the folder of its files (gallery-files) away to begin a new one"
      #expect("\(try #require(error))".contains(advice))
      let folder = file.deletingLastPathComponent()
      removeLibrary()
      if withFiles { try manager.moveItem(at: place, to: folder.appending(path: "away")) }
      _ = try await keepOne(at: file)
      removeLibrary()
      try manager.removeItem(at: place)
      try whole.write(to: file)
      let aside = try manager.contentsOfDirectory(atPath: folder.path()).filter {
        $0.hasPrefix("gallery-files")
      }
      #expect(aside.count == (withFiles ? 0 : 1))
      try manager.moveItem(at: folder.appending(path: aside.first ?? "away"), to: place)
      let library = try Library(at: file)
      let thing = try #require(try await library.page().things.first)
      #expect(try await library.file(of: thing)?.bytes == Data("the picture a".utf8))
    }
  }

  @Test("What has lost its file can be deleted")
  func deleteMissing() async throws {
    try await withFile { file in
      let name = try await keepOne(at: file)
      try FileManager.default.removeItem(at: filesFolder(of: file).appending(path: name))
      let library = try Library(at: file)
      #expect(try await library.delete(1))
      #expect(try await library.count == 0)
    }
  }

  @Test("The folder is its user's alone, and named for the library's file")
  func folder() async throws {
    try await withFile { file in
      _ = try Library(at: file)
      let attributes = try FileManager.default.attributesOfItem(atPath: filesFolder(of: file).path())
      #expect(attributes[.posixPermissions] as? Int == 0o700)
    }
  }

  /// Keeps a picture in a library that is let go of, and gives the name of its file.
  private func keepOne(at file: URL) async throws -> String {
    let library = try Library(at: file)
    let thing = try await library.keep(.picture("a")).thing
    try library.close()
    return try #require(thing.file).name
  }
}
