import ErrandsTesting
import Foundation
import Testing

@testable import ErrandsLoading

/// An entry was found by a thread of its own, and the task that asked waited for that to wake up, and then to be woken itself: a
/// hit took fourteen times as long as reading the file, whatever the system had in memory.
@Suite("What the system has in memory of a cache's folder", .timeLimit(.minutes(1)))
struct DiskTierAtOnceTests {
  private let folder = TestFolder()
  private let time = TestTime()
  private let request: FetchRequest

  init() throws {
    request = try cacheRequest("a")
  }

  private func tier(_ body: Data, ageLimit: Int64 = 1_000_000) async -> DiskTier {
    let tier = DiskTier(folder, time, ageLimit: ageLimit)
    await tier.store(cachedHead(request, ["ETag": "\"1\""]), body, to: request, key: "key")
    return tier
  }

  @Test("is given at once, as a look gives it", arguments: [0, 1, 10_000, 65_536])
  func found(_ length: Int) async throws {
    let body = testBody(length)
    let tier = await tier(body)
    let hit = tier.hitAtLast(request, key: "key")
    #expect((hit != nil) == folder.isToldOf)
    if let hit {
      #expect(hit.data == body)
      #expect(await tier.lookup(request, key: "key").head == hit.head)
    }
    #expect(tier.hitAtOnce(request, key: "other") == nil)
    #expect(tier.hitAtOnce(try cacheRequest("b"), key: "key") == nil)
  }

  @Test("is left to a thread where it is long: to copy it would hold up whoever asks")
  func long() async throws {
    let tier = await tier(testBody(65_537))
    #expect(tier.hitAtOnce(request, key: "key") == nil)
    #expect(try await tier.body(request, key: "key")?.count == 65_537)
  }

  @Test("is the variant that was asked for, and the newest of those that would do")
  func variants() async throws {
    let tier = DiskTier(folder, time)
    for (number, type) in ["png", "webp"].enumerated() {
      let asked = try cacheRequest("a", ["Accept": type])
      let head = cachedHead(asked, ["Vary": "Accept"], at: TestTime.start + Int64(number))
      await tier.store(head, Data([UInt8(number)]), to: asked, key: "key")
    }
    let png = try cacheRequest("a", ["Accept": "png"])
    // Whether there is one that does not vary, the system knows from the second look on.
    _ = await tier.lookup(png, key: "key")
    #expect(tier.hitAtLast(png, key: "key")?.data == (folder.isToldOf ? Data([0]) : nil))
    #expect(tier.hitAtOnce(request, key: "key") == nil)
    await tier.store(cachedHead(png, [:], at: TestTime.start + 9), Data([9]), to: png, key: "key")
    #expect(tier.hitAtLast(png, key: "key")?.data == (folder.isToldOf ? Data([9]) : nil))
  }

  @Test(
    "is not given where it was changed at any byte, cut off, or made longer",
    arguments: [".head", ".body"]
  )
  func damaged(_ suffix: String) async throws {
    let tier = await tier(testBody(40), ageLimit: .max)
    let name = try #require(folder.names(suffix).first)
    let whole = try folder.bytes(name)
    var damaged: [Data] = (0..<whole.count).map { whole.prefix($0) } + [whole + [0]]
    damaged += whole.indices.map { place in
      var changed = whole
      changed[place] ^= 0x10
      return changed
    }
    for bytes in damaged {
      try bytes.write(to: folder.file(name))
      #expect(tier.hitAtOnce(request, key: "key") == nil)
    }
    try whole.write(to: folder.file(name))
    #expect((tier.hitAtLast(request, key: "key") != nil) == folder.isToldOf)
    try FileManager.default.removeItem(at: folder.file(name))
    #expect(tier.hitAtOnce(request, key: "key") == nil)
  }

  @Test("is not given where a link or a pipe stands for it", arguments: [".head", ".body"])
  func links(_ suffix: String) async throws {
    let tier = await tier(testBody(40))
    let outside = TestFolder()
    try FileManager.default.createDirectory(at: outside.url, withIntermediateDirectories: true)
    let file = folder.file(try #require(folder.names(suffix).first))
    try FileManager.default.moveItem(at: file, to: outside.file("file"))
    try FileManager.default.createSymbolicLink(at: file, withDestinationURL: outside.file("file"))
    #expect(tier.hitAtOnce(request, key: "key") == nil)
    try FileManager.default.removeItem(at: file)
    try #require(mkfifo(file.path, 0o600) == 0)
    #expect(tier.hitAtOnce(request, key: "key") == nil)
  }

  @Test("is not given when it is too old")
  func old() async throws {
    let tier = await tier(testBody(40), ageLimit: 100)
    time.seconds += 100
    #expect((tier.hitAtLast(request, key: "key") != nil) == folder.isToldOf)
    time.seconds += 1
    #expect(tier.hitAtOnce(request, key: "key") == nil)
  }

  @Test("counts as read when it has been given, which is written down by the minute")
  func counted() async throws {
    let tier = await tier(testBody(40))
    guard let hit = tier.hitAtLast(request, key: "key") else { return #expect(!folder.isToldOf) }
    #expect(tier.statistics.hits == 0)
    tier.took(hit)
    #expect(tier.statistics.hits == 1)
    time.seconds += DiskTierState.notePeriod
    tier.took(hit)
    let head = try #require(folder.names(".head").first)
    let wanted = Date(timeIntervalSince1970: Double(time.seconds))
    // Written by a thread that nobody waits for.
    while try FileManager.default.attributesOfItem(atPath: folder.file(head).path)[.modificationDate] as? Date
      != wanted
    {
      await Task.yield()
    }
    #expect(tier.statistics.hits == 2)
  }

  @Test(
    "is left to a thread while somebody is busy with what is known of the folder, and counts all the same"
  )
  func busy() async throws {
    let tier = await tier(testBody(40))
    guard let hit = tier.hitAtLast(request, key: "key") else { return #expect(!folder.isToldOf) }
    let (taken, free) = (Events<String>(), DispatchSemaphore(value: 0))
    let holder = Task.detached {
      tier.state.withLock { _ in
        taken.record("taken")
        free.wait()
      }
    }
    _ = try await taken.event(1)
    #expect(tier.hitAtOnce(request, key: "key") == nil)
    tier.took(hit)
    free.signal()
    await holder.value
    while tier.statistics.hits == 0 { await Task.yield() }
  }

  @Test("is not asked for before the folder has been looked at: what varies is not known yet")
  func opening() async {
    _ = await tier(testBody(40))
    let next = DiskTier(folder, time)
    let busy = next.reads.waiting.withLock { waiting in
      defer { waiting = waiting ?? [] }
      return waiting
    }
    #expect(next.hitAtOnce(request, key: "key") == nil)
    next.reads.waiting.withLock { $0 = busy }
  }

  /// In a container, say, or in a folder in memory.
  @Test("is asked for once alone where the system cannot tell", arguments: ["/dev/shm", "/proc/self"])
  func anotherSystem(_ place: String) async throws {
    let shared = URL(filePath: place).appending(path: "errands-\(UUID().uuidString)")
    let tier = DiskTier(folder: shared, costLimit: 1 << 20, ageLimit: 1_000, now: time.now)
    defer { try? FileManager.default.removeItem(at: shared) }
    let isStored = await tier.store(cachedHead(request), testBody(40), to: request, key: "key")
    #expect(tier.mayReadAtOnce.withLock { $0 })
    let hit = tier.hitAtOnce(request, key: "key")
    #expect(tier.mayReadAtOnce.withLock { $0 } == (hit != nil || !isStored))
    if isStored { #expect(try await tier.body(request, key: "key") == testBody(40)) }
    #expect(
      FileError("looking", code: ENOSYS).isOfAnotherSystem
        && FileError("looking", code: EOPNOTSUPP).isOfAnotherSystem
    )
    #expect(
      !FileError("looking", code: EAGAIN).isOfAnotherSystem
        && !FileError("looking", code: ENOENT).isOfAnotherSystem
    )
  }
}

extension DiskTier.Hit: Equatable {
  public static func == (one: Self, other: Self) -> Bool { one.head == other.head && one.data == other.data }
}

// The system may not want to tell in the moment in which it is asked, as on a busy machine: so it is asked again.
extension DiskTier {
  /// What is given at once in one of a hundred looks.
  fileprivate func hitAtLast(_ request: FetchRequest, key: String) -> Hit? {
    for _ in 0..<100 { if let hit = hitAtOnce(request, key: key) { return hit } }
    return nil
  }
}

extension TestFolder {
  /// Whether the system can tell what it has in memory of the files here.
  var isToldOf: Bool {
    let file = url.appendingPathComponent("told")
    defer { try? FileManager.default.removeItem(at: file) }
    do {
      try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
      try Data("told".utf8).write(to: file)
    } catch {
      return false
    }
    return (0..<100).contains { _ in
      (try? CacheFile(atOnce: file.path).readAtOnce(4)) == Data("told".utf8)
    }
  }
}
