import Errands
import ErrandsTesting
import Foundation
import Testing

@testable import ErrandsLoading

@Suite("Two downloads to one destination", .timeLimit(.minutes(1)))
struct PartialSharingTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func isBusy() throws -> Bool { try folder.partial() == nil }

  @Test("The second finds it busy, touches nothing, and may write one of its own")
  func busy() throws {
    let first = try #require(try folder.partial())
    try first.begin(.test(11), length: nil)
    try first.append("hello ")
    #expect(try isBusy())
    let second = try PartialFile.unique(folder.place())
    #expect(second.held == 0)
    try second.begin(.test(3), length: 3)
    try second.append("two")
    #expect(folder.names.count == 3)
    _ = try second.finish(at: second.place)
    #expect(folder.text(of: "a.bin") == "two")
    try first.append("world")
    _ = try first.finish(at: first.place)
    #expect(folder.text(of: "a.bin") == "hello world")
    #expect(folder.names == ["a.bin"])
  }

  @Test("One of its own leaves nothing where it is given up, and not the other's record either")
  func uniqueGivenUp() throws {
    let first = try #require(try folder.partial())
    try first.begin(.test(11), length: nil)
    try first.append("hello")
    let second = try PartialFile.unique(folder.place())
    try second.begin(.test(11), length: nil)
    try second.append("hel")
    second.close()
    #expect(folder.names == [".a.bin.part", ".a.bin.part.json"])
  }

  @Test("The lock goes with the file, finished or not")
  func unlocked() throws {
    var file = try folder.partial()
    #expect(try isBusy())
    file = nil
    #expect(try !isBusy())
    file = try folder.partial()
    try file?.append("x")
    _ = try file.map { try $0.finish(at: $0.place) }
    // It is in its place, and a new one has its name.
    #expect(try !isBusy())
    #expect(folder.text(of: "a.bin") == "x")
  }

  /// Where a lock was got on what had just been renamed, the finished file was cut to nothing and written anew.
  @Test("A file that was finished between opening and locking is not the partial file any more")
  func finishedMeanwhile() async throws {
    let folder = folder
    let (failures, opened) = (Events<String>(), Events<Int>())
    let (path, place) = (folder.path + "/.a.bin.part", try folder.place())
    @Sendable func finish() throws {
      let file = try OpenFile(path, O_RDWR | O_CREAT)
      guard try file.lock() == .locked, try FileStatus.of(path)?.identity == file.status.identity else {
        return
      }
      try Renaming.replace(folder.path + "/a.bin", with: path)
    }
    @Sendable func open(_ round: Int) throws {
      guard case .opened(let file) = try PartialFile.open(place, source: nil) else { return }
      opened.record(round)
      if try FileStatus.of(path) == nil { failures.record("it is in its place already") }
      file.close()
    }
    await race(
      rounds: 5_000,
      { _ in do { try finish() } catch { failures.record("\(error)") } },
      { round in do { try open(round) } catch { failures.record("\(error)") } }
    )
    #expect(failures.all == [])
    #expect(opened.count > 0)
  }

  @Test("Downloads to one place, again and again from two sides, leave a whole file each time")
  func manyDownloads() async throws {
    let folder = folder
    let failures = Events<String>()
    let text = String(repeating: "x", count: 100_000)
    @Sendable func download(_ side: String) {
      do {
        guard let file = try folder.partial() else { return }
        try file.begin(.test(text.utf8.count, tag: "\"\(side)\""), length: nil)
        try file.append(text)
        _ = try file.finish(at: file.place)
        if folder.content(of: "a.bin")?.count != text.utf8.count { failures.record("not whole") }
      } catch {
        failures.record("\(error)")
      }
    }
    await race(rounds: 50, { _ in download("l") }, { _ in download("r") })
    #expect(failures.all == [])
    #expect(folder.text(of: "a.bin") == text)
    #expect(folder.names == ["a.bin"])
  }

  @Test("A folder or a stranger's pipe under its name is none of ours")
  func strangers() throws {
    try FileManager.default.createDirectory(
      atPath: folder.path + "/.a.bin.part",
      withIntermediateDirectories: false
    )
    #expect(try isBusy())
    let file = try PartialFile.unique(folder.place())
    try file.append("x")
    _ = try file.finish(at: file.place)
    #expect(folder.names == [".a.bin.part", "a.bin"])
    #expect(mkfifo(folder.path + "/.b.bin.part", 0o600) == 0)
    #expect(try folder.partial("b.bin") != nil)
  }

  @Test("What nobody has locked is swept, and nothing else")
  func sweep() throws {
    let mine = try PartialFile.unique(folder.place())
    try mine.append("x")
    let kept = try #require(folder.names.first)
    let left = PartialName.unique(for: SafeFileName(unchecked: "b.bin"))
    try folder.put("left", in: left)
    try folder.put("partial", in: ".c.bin.part")
    try folder.put("a user's", in: "d.\(UUID().uuidString).once")
    try FileManager.default.createDirectory(
      atPath: folder.path + "/" + PartialName.unique(for: SafeFileName(unchecked: "e")),
      withIntermediateDirectories: false
    )
    let before = folder.names
    PartialSweep.sweep(folder.path)
    #expect(folder.names == before.filter { $0 != left })
    #expect(folder.names.contains(kept))
  }

  @Test("A folder is swept by the first download to it")
  func sweptOnce() throws {
    let left = PartialName.unique(for: SafeFileName(unchecked: "b.bin"))
    try folder.put("left", in: left)
    _ = try folder.partial()
    #expect(!folder.names.contains(left))
  }

  @Test("A whole file in the making is not swept, and a killed one is")
  func wholeFile() throws {
    let folder = folder
    try folder.put("left", in: ".a.\(UUID().uuidString).once")
    var seen: [Int] = []
    try WholeFile.write(Data("x".utf8), to: folder.path + "/a") {
      PartialSweep.sweep(folder.path)
      seen.append(folder.names.count)
      return true
    }
    #expect(seen == [1, 1, 1])
    #expect(folder.names == ["a"])
  }

  @Test("What came of a file with a UUID for a name is not swept, and is gone on with")
  func nameOfUUID() throws {
    let name = UUID().uuidString.lowercased()
    let file = try #require(try folder.partial(name))
    try file.begin(.test(11), length: 11)
    try file.append("hello")
    file.close()
    PartialSweep.sweep(folder.path)
    #expect(try folder.partial(name)?.held == 5)
  }
}
