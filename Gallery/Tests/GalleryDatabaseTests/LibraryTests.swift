import Foundation
import GalleryDatabase
import Testing

@Suite("The library of saved things", .timeLimit(.minutes(1)))
struct LibraryTests {
  @Test("What is stored comes back as it was kept, with a number", arguments: LibraryStores.allCases)
  func store(_ kind: LibraryStores) async throws {
    try await kind.with { library, _ in
      let stored = try await library.note("Lá thư qua sông ✉️", at: "a")
      #expect(stored.model == Note(text: "Lá thư qua sông ✉️"))
      let thing = try #require(try await library.thing(stored.id))
      #expect(thing.note == "Lá thư qua sông ✉️")
      #expect(thing.kind == "note")
      #expect(thing.url == "/a")
      #expect(abs(thing.savedAt.timeIntervalSinceNow) < 60)
    }
  }

  @Test("The newest comes first", arguments: LibraryStores.allCases)
  func order(_ kind: LibraryStores) async throws {
    try await kind.with { library, _ in
      for name in ["a", "b", "c"] { try await library.note(name, at: name) }
      #expect(try await library.notes() == ["c", "b", "a"])
    }
  }

  @Test(
    "What comes from the same address again replaces what was there, under its number, and is the newest",
    arguments: LibraryStores.allCases
  )
  func replace(_ kind: LibraryStores) async throws {
    try await kind.with { library, _ in
      let first = try await library.note("one", at: "a")
      try await library.note("two", at: "b")
      let again = try await library.note("one, corrected", at: "a")
      #expect(again.id == first.id)
      #expect(try await library.notes() == ["one, corrected", "two"])
      #expect(try await library.count == 2)
    }
  }

  @Test("What is deleted is gone, and its number is not given out again", arguments: LibraryStores.allCases)
  func delete(_ kind: LibraryStores) async throws {
    try await kind.with { library, _ in
      let first = try await library.note("one", at: "a")
      #expect(try await library.delete(first.id))
      #expect(try await library.delete(first.id) == false)
      #expect(try await library.thing(first.id) == nil)
      let second = try await library.note("two", at: "a")
      #expect(second.id > first.id)
    }
  }

  @Test("It is there the next time, written ahead to a log that readers do not wait for")
  func reopened() async throws {
    try await withFile { file in
      let library = try Library(at: file)
      try await library.note("kept", at: "a")
      #expect(FileManager.default.fileExists(atPath: file.path() + "-wal"))
      try library.close()
      #expect(try await Library(at: file).notes() == ["kept"])
    }
  }

  @Test("The folder is made if it is missing, for nobody else to read")
  func folder() async throws {
    try await withFile { file in
      let nested = file.deletingLastPathComponent().appending(path: "thư viện/data/gallery.sqlite")
      try await Library(at: nested).note("kept", at: "a")
      let folder = nested.deletingLastPathComponent().path(percentEncoded: false)
      let attributes = try FileManager.default.attributesOfItem(atPath: folder)
      #expect(attributes[.posixPermissions] as? Int == 0o700)
    }
  }

  @Test(
    "Many writers and readers at once: everything is kept, and each has a number of its own",
    arguments: LibraryStores.allCases
  )
  func crowd(_ kind: LibraryStores) async throws {
    try await kind.with { library, _ in
      let numbers = try await withThrowingTaskGroup(of: Int64.self) { group in
        for number in 0..<60 {
          group.addTask {
            _ = try await library.page(limit: 5)
            return try await library.note("\(number)", at: "\(number)").id
          }
        }
        return try await group.reduce(into: Set()) { $0.insert($1) }
      }
      #expect(numbers.count == 60)
      #expect(try await Set(library.notes(limit: 60)) == Set((0..<60).map(String.init)))
    }
  }

  @Test("Two programs may have it open at once")
  func shared() async throws {
    try await withFile { file in
      let (one, other) = (try Library(at: file), try Library(at: file))
      try await one.note("of the one", at: "a")
      try await other.note("of the other", at: "b")
      #expect(try await one.notes() == ["of the other", "of the one"])
    }
  }
}
