import Dispatch
import Foundation
import Synchronization
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
      for task in keeping.dropFirst(20) { task.cancel() }
      var kept = 0
      for task in keeping where (try? await task.value) != nil { kept += 1 }
      #expect((20..<100).contains(kept), "or nobody has cancelled, or nobody has kept anything")
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

  /// A server whose disk had gone kept what followed in an empty folder on another one, and said that it was ready.
  @Test(
    "In the place of a folder that was taken away nothing is kept, until it is back or the library is opened anew"
  )
  func folder() async throws {
    try await withFile { file in
      let library = try Library(at: file)
      let before = try await library.keep(.picture("before")).thing
      let folder = filesFolder(of: file)
      let gone = LibraryError.gone(folder.path(percentEncoded: false))
      let elsewhere = folder.deletingLastPathComponent().appending(path: "elsewhere")
      try FileManager.default.moveItem(at: folder, to: elsewhere)
      for make in [
        {}, { try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true) },
      ] {
        try make()
        await #expect(throws: gone) { try await library.checkReady() }
        await #expect(throws: gone) { _ = try await library.keep(.picture("a")) }
        // What is on a disk that is away is not lost, and nobody is to be told to delete it.
        await #expect(throws: gone) { _ = try await library.file(of: before) }
        await #expect(throws: gone) { _ = try await library.delete(before.id) }
        #expect(try await library.count == 1)
      }
      try FileManager.default.removeItem(at: folder)
      try FileManager.default.moveItem(at: elsewhere, to: folder)
      try await library.checkReady()
      #expect(try await library.file(of: before) != nil)
      #expect(try await library.keep(.picture("a")).isNew)
      try FileManager.default.removeItem(at: folder)
      #expect(try await Library(at: file).keep(.picture("b")).isNew)
    }
  }

  @Test("A library whose file was taken away is not ready")
  func fileGone() async throws {
    try await withFile { file in
      let library = try Library(at: file)
      try await library.checkReady()
      try FileManager.default.removeItem(at: file)
      await #expect(throws: LibraryError.gone(file.path())) { try await library.checkReady() }
    }
  }

  /// A picture of which half was lost, or that was all zeros, was given with the tag and the type of the whole one.
  @Test(
    "A file that is not as it was kept is a lost one",
    arguments: [
      Data(), Data("the picture".utf8), Data(repeating: 0, count: 15), Data("the picture b and more".utf8),
    ]
  )
  func damaged(_ bytes: Data) async throws {
    try await withFile { file in
      let library = try Library(at: file)
      let thing = try await library.keep(.picture("a")).thing
      let name = try #require(thing.file?.name)
      try bytes.write(to: filesFolder(of: file).appending(path: name))
      #expect(try await library.file(of: thing) == nil)
      try Data("the picture a".utf8).write(to: filesFolder(of: file).appending(path: name))
      #expect(try await library.file(of: thing)?.bytes == Data("the picture a".utf8))
    }
  }

  /// The cache of pictures, which is on the same disk, kept a full library from everything.
  @Test("Where the disk is full, others make room, and what was to be kept is tried once more")
  func makesRoom() async throws {
    try await withFile { file in
      let opened = Opened()
      let library = try Library(at: file, byteLimit: 200_000) { await opened.makeRoom() }
      opened.library.withLock { $0 = library }
      defer { opened.library.withLock { $0 = nil } }
      let chart = {
        NewThing(url: $0, kind: "chart", title: $0, content: Data(repeating: 0x20, count: 20_000))
      }
      var number = 0
      while opened.times.withLock({ $0 }) == 0, number < 100 {
        #expect(try await library.keep(chart("\(number)")).isNew)
        number += 1
      }
      #expect(opened.times.withLock { $0 } == 1)
      #expect(try await library.count == 1)
      // There is none to be made for one that is larger than all there is.
      let large = NewThing(
        url: "large",
        kind: "chart",
        title: "",
        content: Data(repeating: 0x20, count: 900_000)
      )
      await #expect(throws: LibraryError.full(file.path())) { _ = try await library.keep(large) }
      #expect(opened.times.withLock { $0 } == 2)
    }
  }

  // The cache of pictures was emptied for each of them, and 64 MB were written twice, for nothing.
  @Test("Where the limit of all files is reached, nobody is asked to make room on the disk")
  func limitIsNoDisk() async throws {
    try await withFile { file in
      let opened = Opened()
      let library = try Library(at: file, filesLimit: 10) { await opened.makeRoom() }
      await #expect(throws: LibraryError.full(file.path())) { _ = try await library.keep(.picture("a")) }
      #expect(opened.times.withLock { $0 } == 0)
      #expect(try names(besides: file).isEmpty)
    }
  }

  private static func run(_ command: String...) throws -> Int32 {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = command
    process.standardError = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    return process.terminationStatus
  }

  /// Whether this may mount a disk: tried, for not every root may.
  private static let mayMount: Bool = {
    let folder = FileManager.default.temporaryDirectory.appending(path: "gallery-\(UUID().uuidString)")
    try? FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    guard (try? run("mount", "-t", "tmpfs", "gallery-test", folder.path())) == 0 else { return false }
    return (try? run("umount", "-l", folder.path())) == 0
  }()

  @Test("A library on a disk that is full is not ready", .enabled(if: mayMount))
  func fullDisk() async throws {
    try await withFile { file in
      let folder = file.deletingLastPathComponent().path()
      #expect(try Self.run("mount", "-t", "tmpfs", "-o", "size=4m", "gallery-test", folder) == 0)
      defer { _ = try? Self.run("umount", "-l", folder) }
      let library = try Library(at: file)
      try await library.checkReady()
      let filler = file.deletingLastPathComponent().appending(path: "filler")
      try Data(count: 3_300_000).write(to: filler)
      await #expect(throws: LibraryError.full(file.path())) { try await library.checkReady() }
      try FileManager.default.removeItem(at: filler)
      try await library.checkReady()
      try library.close()
    }
  }

  @Test("Nobody else can read what is kept, also in a folder that was there before")
  func isPrivate() async throws {
    try await withFile { file in
      let folder = file.deletingLastPathComponent()
      try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: folder.path())
      let library = try Library(at: file)
      _ = try await library.keep(.picture("a"))
      let kept = try names(besides: file).map { "gallery-files/\($0)" }
      for name in ["gallery.sqlite", "gallery.sqlite-wal", "gallery.sqlite-shm"] + kept {
        let attributes = try FileManager.default.attributesOfItem(atPath: folder.appending(path: name).path())
        #expect(attributes[.posixPermissions] as? Int == 0o600, "\(name)")
      }
      withExtendedLifetime(library) {}
    }
  }

  @Test("A file in the place of the folder is named")
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

/// Makes room in a library by deleting all that it has, and counts how often.
private final class Opened: Sendable {
  let library = Mutex<Library?>(nil)
  let times = Mutex(0)

  func makeRoom() async {
    times.withLock { $0 += 1 }
    let library = library.withLock { $0 }
    _ = try? await library?.pool.write { try $0.execute(sql: "DELETE FROM saved") }
  }
}
