import Dispatch
import Foundation
import GRDB
import Testing

@testable import GalleryDatabase

@Suite("What can go wrong with a library", .timeLimit(.minutes(1)))
struct LibraryFailureTests {
  @Test("A file that is no database is named, and left as it is")
  func damaged() async throws {
    try await withFile { file in
      let letter = Data("Dear diary, ".utf8) + Data(repeating: 0x2E, count: 8192)
      try letter.write(to: file)
      let error = try #require(throws: LibraryError.self) { try Library(at: file) }
      #expect(error == .damaged(file.path(), reason: "file is not a database"))
      let sentence = "The library \(file.path()) is damaged (file is not a database) and was left as it is; "
      #expect("\(error)".hasPrefix(sentence))
      #expect(try Data(contentsOf: file) == letter)
    }
  }

  @Test("A database whose inside is overwritten is damaged, too, and left as it is")
  func corrupt() async throws {
    try await withFile { file in
      let library = try Library(at: file)
      for number in 0..<100 { try await library.note(String(repeating: "x", count: 500), at: "\(number)") }
      // Out of the log and into the file.
      try await library.pool.writeWithoutTransaction { _ = try $0.checkpoint(.truncate) }
      try library.close()
      var bytes = try Data(contentsOf: file)
      for page in 1..<bytes.count / 4096 {
        bytes.replaceSubrange(page * 4096..<page * 4096 + 64, with: Data(repeating: 0xEE, count: 64))
      }
      try bytes.write(to: file)
      let error = LibraryError.damaged(file.path(), reason: "database disk image is malformed")
      await #expect(throws: error) { _ = try await Library(at: file).page() }
      // Not begun anew in its place.
      let isUntouched = try Data(contentsOf: file)[4096..<8192] == bytes[4096..<8192]
      #expect(isUntouched)
    }
  }

  @Test(
    "A row that nothing of ours has written is told as damage, and does not end the process",
    arguments: [
      "mediaType = NULL", "bytes = NULL", "bytes = 'many'", "bytes = -1", "digest = NULL",
      "isMissing = 'perhaps'",
      "savedAt = 1e300", "savedAt = 'once'", "place = -1", "url = x'ff'", "content = 1",
    ]
  )
  func damagedRow(change: String) async throws {
    try await withLibrary { library in
      _ = try await library.keep(.picture("a"))
      try await library.pool.write { try $0.execute(sql: "UPDATE saved SET \(change)") }
      let column = String(change.prefix { $0 != " " })
      await expectDamage(of: library.file.path, naming: column) { _ = try await library.page() }
    }
  }

  @Test("A file's row that nothing of ours has written is told as damage where the library is opened")
  func damagedFileRow() async throws {
    try await withFile { file in
      try await {
        let library = try Library(at: file)
        _ = try await library.keep(.picture("a"))
        try await library.pool.write { try $0.execute(sql: "UPDATE saved SET file = x'ff'") }
        try library.close()
      }()
      await expectDamage(of: file.path(), naming: "file") { _ = try Library(at: file) }
    }
  }

  @Test("Where the files that are lost are said to have more bytes than can be counted, there is no room")
  func countless() async throws {
    try await withLibrary { library in
      _ = try await library.keep(.picture("a"))
      try await library.pool.write { try $0.execute(sql: "UPDATE saved SET bytes = 9223372036854775807") }
      await #expect(throws: LibraryError.full(library.file.path)) {
        _ = try await library.keep(.picture("b"))
      }
    }
  }

  @Test("A folder that is a file, and a file that is a folder, are named")
  func unusable() async throws {
    try await withFile { file in
      try Data().write(to: file)
      let below = file.appending(path: "gallery.sqlite")
      let error = try #require(throws: LibraryError.self) { try Library(at: below) }
      guard case .unusable(below.path(), _) = error else {
        Issue.record("\(error)")
        return
      }
      #expect("\(error)".contains("name a folder that can be written to"))
    }
    try await withFile { file in
      try FileManager.default.createDirectory(at: file, withIntermediateDirectories: true)
      let error = LibraryError.unusable(
        file.path(),
        reason: "it cannot be opened; name a folder that can be written to"
      )
      #expect(throws: error) { try Library(at: file) }
    }
  }

  @Test("What is asked of a closed library fails, and says so")
  func closed() async throws {
    try await withLibrary { library in
      try await library.note("kept", at: "a")
      try library.close()
      let error = LibraryError.closed(library.file.path)
      await #expect(throws: error) { try await library.note("late", at: "b") }
      await #expect(throws: error) { try await library.page() }
      await #expect(throws: error) { try await library.delete(1) }
      // By which a server says whether it is ready: it was, while it refused all that was to be kept.
      await #expect(throws: error) { try await library.count }
    }
  }

  @Test("Where no room is left, what was saved stays, and deleting makes room")
  func full() async throws {
    try await withLibrary(byteLimit: 400_000) { library in
      let long = String(repeating: "x", count: 20_000)
      var kept = 0
      let error = await #expect(throws: LibraryError.self) {
        while true {
          try await library.note(long, at: "\(kept)")
          kept += 1
        }
      }
      #expect(error == .full(library.file.path))
      #expect((1...8).contains(kept))
      #expect(try await library.count == kept)
      // Each is in the index, too, which has what was deleted for a while.
      for id in 1...3 { #expect(try await library.delete(Int64(id))) }
      try await library.note(long, at: "again")
      #expect(try await library.count == kept - 2)
    }
  }

  /// SQLite writes on to the deleted file, says that all is well, and everything is lost when the last connection
  /// closes.
  @Test("A file that was deleted under the library takes nothing more, and says so")
  func deleted() async throws {
    try await withLibrary { library in
      try await library.note("kept", at: "a")
      try FileManager.default.removeItem(atPath: library.file.path)
      let error = LibraryError.gone(library.file.path)
      await #expect(throws: error) { try await library.note("lost", at: "b") }
      await #expect(throws: error) { try await library.delete(1) }
      #expect(try await library.notes() == ["kept"])
    }
  }

  @Test("A file that was replaced under the library keeps what it has")
  func replaced() async throws {
    try await withLibrary { library in
      let copy = Data("somebody else's")
      try FileManager.default.removeItem(atPath: library.file.path)
      try copy.write(to: URL(filePath: library.file.path))
      await #expect(throws: LibraryError.gone(library.file.path)) { try await library.note("lost", at: "b") }
      #expect(try Data(contentsOf: URL(filePath: library.file.path)) == copy)
    }
  }

  @Test("Whoever cancels before the commit has stored nothing")
  func cancelled() async throws {
    try await withLibrary { library in
      // Another write holds the one connection that writes.
      let (begun, end) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
      library.pool.asyncWriteWithoutTransaction { _ in
        begun.signal()
        end.wait()
      }
      begun.wait()
      let run = library.store(Note(text: "unwanted"), from: "/a").run()
      run.cancel()
      end.signal()
      await #expect(throws: CancellationError.self) { try await run.value }
      try await library.note("wanted", at: "b")
      #expect(try await library.notes() == ["wanted"])
    }
  }
}

extension Data {
  fileprivate init(_ text: String) { self.init(text.utf8) }
}
