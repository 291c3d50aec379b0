import Dispatch
import Foundation
import Testing

@testable import GalleryDatabase

@Suite("Keeping things with files", .timeLimit(.minutes(1)))
struct LibraryKeepingTests {
  @Test("What is kept comes back with its bytes, under a number", arguments: LibraryStores.allCases)
  func keep(_ kind: LibraryStores) async throws {
    try await kind.with { library, fileCount in
      let kept = try await library.keep(.picture("hoa", title: "Hoa đào"))
      #expect(kept.isNew)
      let thing = try #require(try await library.thing(kept.thing.id))
      #expect(thing == kept.thing)
      #expect([thing.title, thing.kind, thing.url] == ["Hoa đào", "photo", "/photos/hoa.jpg"])
      let bytes = try #require(try await library.file(of: thing))
      #expect(bytes.bytes == Data("the picture hoa".utf8))
      #expect(bytes.mediaType == "image/jpeg")
      // As `sha256sum` says.
      #expect(bytes.digest == "48dd9e08e0d6d8d85175709b7dc33e4839c421e4c2d31b2f7121a6e83870a854")
      #expect(try await fileCount() == 1)
    }
  }

  @Test("What is its content and nothing else has no file", arguments: LibraryStores.allCases)
  func content(_ kind: LibraryStores) async throws {
    try await kind.with { library, fileCount in
      let thing = try await library.keep(.chart("Top 10")).thing
      #expect(thing.file == nil)
      #expect(try await library.file(of: thing) == nil)
      #expect(try await fileCount() == 0)
    }
  }

  @Test(
    "A long address is told from those that differ at its end",
    arguments: LibraryStores.allCases
  )
  func longAddress(_ kind: LibraryStores) async throws {
    // Nothing that could be packed.
    let long = String((0..<8191).compactMap { _ in "0123456789abcdefghijklmnopqrstuvwxyz".randomElement() })
    try await kind.with { library, _ in
      for ending in ["a", "b"] {
        let thing = NewThing(url: long + ending, kind: "photo", title: ending, content: Data("{}".utf8))
        let kept = try await library.keep(thing)
        #expect(kept.isNew)
        #expect(try await !library.keep(thing).isNew)
      }
      #expect(
        try await library.numbers(of: [long, long + "a", long + "b"]) == [long + "a": 1, long + "b": 2]
      )
      #expect(try await library.store(Note(text: "one"), from: long + "b").value().id == 2)
      let second = try await library.store(Note(text: "two"), from: long + "b").value()
      #expect(second.model == Note(text: "two"))
      #expect(try await library.count == 2)
    }
  }

  @Test("What is kept already stays as it is", arguments: LibraryStores.allCases)
  func again(_ kind: LibraryStores) async throws {
    try await kind.with { library, fileCount in
      let first = try await library.keep(.picture("a"))
      let again = try await library.keep(.picture("a", bytes: Data("another".utf8), title: "another"))
      #expect(again == KeptThing(thing: first.thing, isNew: false))
      #expect(try await library.count == 1)
      #expect(try await fileCount() == 1)
    }
  }

  @Test(
    "Of many who keep the same at once one does, and there is one file",
    arguments: LibraryStores.allCases
  )
  func together(_ kind: LibraryStores) async throws {
    try await kind.with { library, fileCount in
      let kept = try await withThrowingTaskGroup(of: KeptThing.self) { group in
        for _ in 0..<16 { group.addTask { try await library.keep(.picture("a")) } }
        return try await group.reduce(into: []) { $0.append($1) }
      }
      #expect(kept.count(where: \.isNew) == 1)
      #expect(Set(kept.map(\.thing.id)).count == 1)
      #expect(try await fileCount() == 1)
    }
  }

  @Test("What is deleted is gone with its file, and with no other one", arguments: LibraryStores.allCases)
  func delete(_ kind: LibraryStores) async throws {
    try await kind.with { library, fileCount in
      let (one, other) = (try await library.keep(.picture("a")), try await library.keep(.picture("b")))
      #expect(try await library.delete(one.thing.id))
      #expect(try await library.delete(one.thing.id) == false)
      #expect(try await fileCount() == 1)
      #expect(try await library.file(of: other.thing)?.bytes == Data("the picture b".utf8))
      #expect(try await library.file(of: one.thing) == nil)
      // Kept anew, it is another thing.
      #expect(try await library.keep(.picture("a")).thing.id > other.thing.id)
    }
  }

  @Test("The numbers of what is kept are known by its address", arguments: LibraryStores.allCases)
  func numbers(_ kind: LibraryStores) async throws {
    try await kind.with { library, _ in
      let (one, other) = (try await library.keep(.picture("a")), try await library.keep(.chart("b")))
      let numbers = try await library.numbers(of: ["/photos/a.jpg", "/photos/c.jpg", "chart:b"])
      #expect(numbers == ["/photos/a.jpg": one.thing.id, "chart:b": other.thing.id])
      #expect(try await library.numbers(of: []).isEmpty)
    }
  }

  @Test("All files together have a limit, and deleting makes room", arguments: LibraryStores.allCases)
  func limit(_ kind: LibraryStores) async throws {
    try await kind.with(filesLimit: 2500) { library, fileCount in
      for name in ["a", "b"] { _ = try await library.keep(.picture(name, bytes: Data(count: 1000))) }
      let error = await #expect(throws: LibraryError.self) {
        try await library.keep(.picture("c", bytes: Data(count: 1000)))
      }
      guard case .full? = error else {
        Issue.record("\(String(describing: error))")
        return
      }
      #expect(try await fileCount() == 2, "nothing is left of it")
      #expect(try await library.keep(.chart("a chart is no file")).isNew)
      #expect(
        try await library.delete(try #require(await library.numbers(of: ["/photos/a.jpg"]).values.first))
      )
      #expect(try await library.keep(.picture("c", bytes: Data(count: 1000))).isNew)
    }
  }

  @Test("Whoever cancels before the commit has kept nothing, and no file is left")
  func cancelled() async throws {
    try await withFile { file in
      let library = try Library(at: file)
      // Another write holds the one connection that writes.
      let (begun, end) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
      library.pool.asyncWriteWithoutTransaction { _ in
        begun.signal()
        end.wait()
      }
      begun.wait()
      let keeping = Task { try await library.keep(.picture("a")) }
      keeping.cancel()
      end.signal()
      await #expect(throws: CancellationError.self) { try await keeping.value }
      #expect(try await library.count == 0)
      #expect(try names(besides: file).isEmpty)
    }
  }

  @Test("Who cancels while the file is written waits for the end of that: nothing comes to its place later")
  func cancelledWriting() async throws {
    try await withFile { file in
      let library = try Library(at: file)
      let keeping = (0..<100).map { number in Task { try await library.keep(.picture("\(number)")) } }
      for task in keeping { task.cancel() }
      var kept = 0
      for task in keeping where (try? await task.value) != nil { kept += 1 }
      #expect(try await library.count == kept)
      #expect(try names(besides: file).count == kept)
    }
  }

  @Test("A model that takes the place of a picture takes away its file", arguments: LibraryStores.allCases)
  func replaced(_ kind: LibraryStores) async throws {
    try await kind.with { library, fileCount in
      let kept = try await library.keep(.picture("a"))
      let stored = try await library.store(Note(text: "one"), from: "/photos/a.jpg").value()
      #expect(stored.id == kept.thing.id)
      #expect(try #require(try await library.thing(stored.id)).file == nil)
      #expect(try await fileCount() == 0)
    }
  }

  @Test("A folder that was taken away is made anew")
  func folder() async throws {
    try await withFile { file in
      let library = try Library(at: file)
      try FileManager.default.removeItem(at: filesFolder(of: file))
      #expect(try await library.keep(.picture("a")).isNew)
      #expect(try names(besides: file).count == 1)
    }
  }

  @Test("A folder that cannot be written to is named")
  func unusable() async throws {
    try await withFile { file in
      let library = try Library(at: file)
      let folder = filesFolder(of: file)
      try FileManager.default.removeItem(at: folder)
      try Data().write(to: folder)
      let error = await #expect(throws: LibraryError.self) { try await library.keep(.picture("a")) }
      #expect("\(try #require(error))".contains("gallery-files"))
      #expect(try await library.count == 0)
    }
  }
}
