import Foundation
import Testing

@testable import ErrandsLoading

@Suite("Damage in the folder of a cache")
struct DiskTierDamageTests {
  private let folder = TestFolder()
  private let time = TestTime()
  private let request: FetchRequest
  private let body = testBody(40)

  init() throws {
    request = try cacheRequest("a")
  }

  private func filled() async -> DiskTier {
    let tier = DiskTier(folder, time, ageLimit: .max)
    await tier.store(cachedHead(request, ["ETag": "\"1\""]), body, to: request, key: "key")
    return tier
  }

  /// The entry is a miss, and gone.
  private func expectGone(_ tier: DiskTier, _ what: String) async {
    #expect(await tier.lookup(request, key: "key").isNothing, "\(what)")
    #expect(folder.names.isEmpty, "\(what)")
  }

  @Test(
    "An entry that is changed at any byte, cut off or longer is a miss, and is deleted",
    arguments: [".head", ".body"]
  )
  func everyByte(_ suffix: String) async throws {
    let tier = await filled()
    let name = try #require(folder.names(suffix).first)
    let whole = try folder.bytes(name)
    let names = folder.names
    let kept = try names.map { try folder.bytes($0) }
    var damaged: [Data] = (0..<whole.count).map { whole.prefix($0) }
    damaged += whole.indices.map { place in
      var changed = whole
      changed[place] ^= 0x10
      return changed
    }
    damaged += [whole + [0], Data("foreign".utf8), Data()]
    for (number, bytes) in damaged.enumerated() {
      for (name, bytes) in zip(names, kept) { try bytes.write(to: folder.file(name)) }
      await tier.sweep()
      #expect(try await tier.body(request, key: "key") == body)
      try bytes.write(to: folder.file(name))
      await expectGone(tier, "\(suffix) \(number)")
    }
    #expect(tier.statistics.evictions[.damaged] == damaged.count)
    #expect(tier.statistics.entries == 0)
  }

  @Test(
    "A head without a body, and a body without a head, are a miss, and are deleted also where nobody asks",
    arguments: [".head", ".body"],
    [true, false]
  )
  func halves(_ suffix: String, _ isAsked: Bool) async throws {
    let tier = await filled()
    try FileManager.default.removeItem(at: folder.file(try #require(folder.names(suffix).first)))
    if isAsked { #expect(await tier.lookup(request, key: "key").isNothing) }
    await tier.sweep()
    #expect(folder.names.isEmpty)
    #expect(tier.statistics.entries == 0)
  }

  @Test("Nor is anything given that a link or a folder stands for", arguments: [".head", ".body"])
  func links(_ suffix: String) async throws {
    let tier = await filled()
    let name = try #require(folder.names(suffix).first)
    let outside = TestFolder()
    try FileManager.default.createDirectory(at: outside.url, withIntermediateDirectories: true)
    try FileManager.default.moveItem(at: folder.file(name), to: outside.file("file"))
    try FileManager.default.createSymbolicLink(
      at: folder.file(name),
      withDestinationURL: outside.file("file")
    )
    #expect(await tier.lookup(request, key: "key").isNothing)
    await tier.sweep()
    await tier.store(cachedHead(request), body, to: request, key: "key")
    #expect(try await tier.body(request, key: "key") == body)
    #expect(outside.names == ["file"])

    try FileManager.default.removeItem(at: folder.file(try #require(folder.names(suffix).first)))
    try FileManager.default.createDirectory(at: folder.file(name), withIntermediateDirectories: true)
    #expect(await tier.lookup(request, key: "key").isNothing)
    #expect(tier.failure == nil)
  }

  @Test("A pipe under the name of a head keeps nobody waiting", .timeLimit(.minutes(1)))
  func pipe() async throws {
    let tier = await filled()
    let name = try #require(folder.names(".head").first)
    try FileManager.default.removeItem(at: folder.file(name))
    #expect(mkfifo(folder.file(name).path, 0o600) == 0)
    #expect(await tier.lookup(request, key: "key").isNothing)
    #expect(folder.names(".head").isEmpty)
  }

  @Test("Of a large body that is damaged in the middle, what is before the damage is given and nothing else")
  func largeBody() async throws {
    let (tier, body) = (DiskTier(folder, time, ageLimit: .max), testBody(2_000_000))
    await tier.store(cachedHead(request), body, to: request, key: "key")
    let name = try #require(folder.names(".body").first)
    let handle = try FileHandle(forUpdating: folder.file(name))
    try handle.seek(toOffset: 600_000)
    try handle.write(contentsOf: Data([body[600_000] ^ 1]))
    try handle.close()
    guard case .found(_, let stored) = await tier.lookup(request, key: "key") else {
      return #expect(Bool(false), "nothing was found")
    }
    // A part that is whole can be read.
    #expect(try await stored.part(1_000_000..<1_000_010).data() == body[1_000_000..<1_000_010])
    var given = Data()
    await #expect(throws: DamagedBody.self) {
      for try await chunk in stored { given.append(chunk) }
    }
    #expect(given == body.prefix(given.count))
    #expect(given.count == 2 * EntryRecord.blockSize)
    await expectGone(tier, "damaged while it was read")
    #expect(tier.statistics.evictions == [.damaged: 1])
  }

  /// The reader of the old answer took the new one with it.
  @Test("Damage in a body that has been replaced leaves the one in its place alone")
  func replacedBody() async throws {
    let (tier, old) = (DiskTier(folder, time, ageLimit: .max), testBody(2_000_000))
    await tier.store(cachedHead(request, ["ETag": "\"1\""]), old, to: request, key: "key")
    guard case .found(_, let stored) = await tier.lookup(request, key: "key") else {
      return #expect(Bool(false), "nothing was found")
    }
    let handle = try FileHandle(forUpdating: folder.file(try #require(folder.names(".body").first)))
    try handle.write(contentsOf: Data([old[0] ^ 1]))
    try handle.close()
    await tier.store(cachedHead(request, ["ETag": "\"2\""]), body, to: request, key: "key")
    await #expect(throws: DamagedBody.self) { try await stored.data() }
    #expect(try await tier.body(request, key: "key") == body)
    #expect(tier.statistics.entries == 1)
  }

  @Test("A large body that was cut off is not begun")
  func cutOff() async throws {
    let tier = DiskTier(folder, time, ageLimit: .max)
    await tier.store(cachedHead(request), testBody(2_000_000), to: request, key: "key")
    let name = try #require(folder.names(".body").first)
    try testBody(1_999_999).write(to: folder.file(name))
    await expectGone(tier, "cut off")
  }

  /// The entry of another key, under the name of this one: a collision, or a file that somebody has renamed.
  /// Two of them were more than a number can be, and the process ended at each start.
  @Test(
    "Files of seven exbibytes are damaged, and go when the folder is looked at",
    .enabled(if: FileManager.default.isWritableFile(atPath: "/dev/shm")),
    arguments: [".head", ".body"]
  )
  func enormous(_ suffix: String) async throws {
    let folder = TestFolder("/dev/shm")
    let tier = DiskTier(folder, time)
    for number in 0..<2 {
      let request = try cacheRequest("\(number)")
      await tier.store(cachedHead(request), testBody(10), to: request, key: "\(number)")
    }
    for name in folder.names(suffix) {
      let file = try FileHandle(forWritingTo: folder.file(name))
      try file.truncate(atOffset: 7 << 60)
      try file.close()
    }
    let next = DiskTier(folder, time)
    await next.sweep()
    #expect(folder.names.isEmpty)
    #expect(next.statistics.bytes == 0)
  }

  @Test("An entry of another key is not given under this one's name")
  func otherKey() async throws {
    let tier = DiskTier(folder, time, ageLimit: .max)
    await tier.store(cachedHead(request), Data([1]), to: request, key: "key")
    let mine = folder.names
    await tier.store(cachedHead(request), Data([2]), to: request, key: "other")
    let other = folder.names.filter { !mine.contains($0) }
    let (mineHead, otherHead) = (
      try #require(mine.first { $0.hasSuffix("head") }), try #require(other.first { $0.hasSuffix("head") })
    )
    try folder.bytes(otherHead).write(to: folder.file(mineHead))
    #expect(await tier.lookup(request, key: "key").isNothing)
    #expect(try await tier.body(request, key: "other") == Data([2]))
  }
}
