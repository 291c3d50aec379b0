import ErrandsTesting
import Foundation
import Testing

@testable import ErrandsLoading

@Suite("The limits of a cache's folder")
struct DiskTierLimitTests {
  private let folder = TestFolder()
  private let time = TestTime()

  private func store(_ number: Int, _ bytes: Int, in tier: DiskTier) async throws -> Bool {
    let request = try cacheRequest("\(number)")
    return await tier.store(
      cachedHead(request, at: time.seconds),
      testBody(bytes),
      to: request,
      key: "\(number)"
    )
  }

  private func isThere(_ number: Int, in tier: DiskTier) async throws -> Bool {
    try await tier.body(try cacheRequest("\(number)"), key: "\(number)") != nil
  }

  @Test("What was not read for the longest time goes first")
  func order() async throws {
    let tier = DiskTier(folder, time, costLimit: 40_000)
    for number in 0..<3 { #expect(try await store(number, 10_000, in: tier)) }
    #expect(try await isThere(0, in: tier))
    for number in 3..<5 { #expect(try await store(number, 10_000, in: tier)) }
    #expect(tier.statistics.evictions == [.cost: 2])
    var found: [Bool] = []
    for number in 0..<5 { found.append(try await isThere(number, in: tier)) }
    #expect(found == [true, false, false, true, true])
    #expect(folder.names.count == 6)
  }

  @Test("The next process knows what was read last, to the minute")
  func orderAcrossProcesses() async throws {
    let tier = DiskTier(folder, time, costLimit: 40_000)
    for number in 0..<3 { #expect(try await store(number, 10_000, in: tier)) }
    time.seconds += 61
    #expect(try await isThere(0, in: tier))
    time.seconds += 61
    let next = DiskTier(folder, time, costLimit: 40_000)
    for number in 3..<5 { #expect(try await store(number, 10_000, in: next)) }
    #expect(try await isThere(0, in: next))
    #expect(try await !isThere(1, in: next))
  }

  @Test("A reading is written down once a minute")
  func notes() async throws {
    let tier = DiskTier(folder, time)
    #expect(try await store(0, 10, in: tier))
    func noted() throws -> Date? {
      let path = folder.file(folder.names(".head")[0]).path
      return try FileManager.default.attributesOfItem(atPath: path)[.modificationDate] as? Date
    }
    for (seconds, expected) in [(0, 0), (59, 0), (60, 60), (119, 60), (120, 120)] as [(Int64, Int64)] {
      time.seconds = TestTime.start + seconds
      #expect(try await isThere(0, in: tier))
      #expect(try noted() == Date(timeIntervalSince1970: Double(TestTime.start + expected)))
    }
  }

  @Test("What is too large is refused: where its head says so, and where it turns out to be")
  func tooLarge() async throws {
    let tier = DiskTier(folder, time, costLimit: 1_000_000)
    #expect(try await store(0, 100, in: tier))
    let request = try cacheRequest("1")
    let announced = cachedHead(request, ["Content-Length": "500001"])
    #expect(tier.writer(announced, to: request, key: "1") == nil)
    let writer = try #require(tier.writer(cachedHead(request), to: request, key: "1"))
    #expect(await writer.write(testBody(300_000)))
    #expect(await !writer.write(testBody(300_000)))
    #expect(await !writer.commit())
    #expect(folder.names.count == 2)
    #expect(tier.failure == nil)
    #expect(try await isThere(0, in: tier))
  }

  @Test("Room is made before it is written into, also for bodies that are written at the same time")
  func reserved() async throws {
    let tier = DiskTier(folder, time, costLimit: 2_000_000)
    for number in 0..<3 { #expect(try await store(number, 500_000, in: tier)) }
    let requests = try (10..<13).map { try cacheRequest("\($0)") }
    let writers = requests.map { tier.writer(cachedHead($0), to: $0, key: $0.url.path) }
    for _ in 0..<3 {
      for writer in writers {
        await writer?.write(testBody(262_144))
        #expect(folder.size <= 2_000_000)
      }
    }
    for writer in writers { await writer?.commit() }
    #expect(folder.size <= 2_000_000)
    #expect(tier.statistics.bytes == folder.size)
  }

  /// What was being written was counted as though another process were writing it, too: nothing more could be stored.
  @Test("What is being written here takes its room once, also when the folder has been looked at")
  func ownBodies() async throws {
    let tier = DiskTier(folder, time, costLimit: 2_000_000)
    let requests = try (0..<2).map { try cacheRequest("\($0)") }
    let writers = requests.map { tier.writer(cachedHead($0), to: $0, key: $0.url.path) }
    for writer in writers { await writer?.write(testBody(524_288)) }
    await tier.sweep()
    for writer in writers { await writer?.write(testBody(262_144)) }
    for writer in writers { #expect(await writer?.commit() == true) }
    #expect(tier.statistics.bytes == folder.size)
  }

  /// Each look-up opened them all.
  @Test("Variants of one key are not kept without limit")
  func variants() async throws {
    let tier = DiskTier(folder, time)
    func request(_ number: Int) throws -> FetchRequest { try cacheRequest("a", ["X": "\(number)"]) }
    for number in 0..<40 {
      let asked = try request(number)
      await tier.store(cachedHead(asked, ["Vary": "X"]), testBody(10), to: asked, key: "a")
    }
    #expect(tier.statistics.entries == MemoryTierState.variantLimit)
    #expect(tier.statistics.evictions == [.cost: 40 - MemoryTierState.variantLimit])
    #expect(folder.names.count == 2 * MemoryTierState.variantLimit)
    #expect(try await tier.body(request(39), key: "a") != nil)
    #expect(try await tier.body(request(0), key: "a") == nil)
  }

  @Test("A longer head drives out another entry, and not the one whose head it is")
  func renewal() async throws {
    let tier = DiskTier(folder, time, costLimit: 40_000)
    for number in 0..<3 { #expect(try await store(number, 12_000, in: tier)) }
    let request = try cacheRequest("0")
    let old = cachedHead(request, at: time.seconds)
    let new = cachedHead(request, ["X": String(repeating: "x", count: 4_000)], at: time.seconds)
    await tier.renew(old, to: new, for: request, key: "0")
    #expect(await tier.lookup(request, key: "0").head == new)
    #expect(try await !isThere(1, in: tier))
    #expect(try await isThere(2, in: tier))
    #expect(folder.size <= 40_000)
    #expect(tier.statistics.bytes == folder.size)
  }

  @Test("What another process is writing takes room, too")
  func foreign() async throws {
    let request = try cacheRequest("other")
    let writer = DiskTier(folder, time).writer(cachedHead(request), to: request, key: "key")
    await writer?.write(testBody(600_000))
    #expect(folder.size == 524_288)
    let tier = DiskTier(folder, time, costLimit: 1_000_000)
    for number in 0..<3 {
      _ = try await store(number, 300_000, in: tier)
      #expect(folder.size <= 1_000_000)
    }
    #expect(tier.statistics.entries == 1)
    #expect(await writer?.commit() == true)
  }

  @Test("No limit is ever exceeded, in ten thousand events")
  func randomEvents() throws {
    var state = DiskTierState(costLimit: 100_000, ageLimit: 320)
    var generator = Seeded(state: 1)
    var now: Int64 = 1_000
    var stored: [EntryName: (bytes: Int64, at: Int64)] = [:]
    func forget(_ removed: [DiskTierState.Entry]) { for entry in removed { stored[entry.name] = nil } }
    for round in 0..<10_000 {
      now += Int64.random(in: 0...3, using: &generator)
      let path = "\(Int.random(in: 0..<50, using: &generator))"
      let name = EntryName(CacheAddress(try cacheRequest(path).url), key: path, varying: [:])
      let (head, body) = (Int64(100), Int64.random(in: 0..<20_000, using: &generator))
      let entry = DiskTierState.Entry(
        name: name,
        number: "\(round)",
        headSize: head,
        bodySize: body,
        readAt: now,
        notedAt: now,
        confirmedAt: now
      )
      switch Int.random(in: 0..<10, using: &generator) {
      case 0..<5:
        guard let removed = state.reserve(head + body) else { continue }
        forget(removed)
        #expect(stored.values.reduce(0) { $0 + $1.bytes } + head + body <= 100_000)
        forget(state.commit(entry, reserved: head + body, at: now))
        stored[name] = (head + body, now)
      case 5..<8:
        #expect(state.variants(of: name) == (stored[name] == nil ? [] : [name]))
        forget(state.expire(at: now))
      case 8: forget(state.remove(.key(path, CacheAddress(try cacheRequest(path).url)), as: .purged))
      default: state.forget(name, as: .damaged).map { forget([$0]) }
      }
      #expect(state.statistics.bytes == stored.values.reduce(0) { $0 + $1.bytes })
      #expect(state.statistics.bytes <= 100_000)
      forget(state.expire(at: now))
      #expect(stored.values.allSatisfy { now - $0.at <= 320 })
    }
  }

  @Test("Nor is it on the disk, in a thousand operations")
  func randomOperations() async throws {
    let tier = DiskTier(folder, time, costLimit: 200_000, ageLimit: 320)
    var generator = Seeded(state: 1)
    for round in 0..<1_000 {
      time.seconds += Int64.random(in: 0...3, using: &generator)
      let number = Int.random(in: 0..<40, using: &generator)
      switch Int.random(in: 0..<10, using: &generator) {
      case 0..<5: _ = try await store(number, Int.random(in: 0..<30_000, using: &generator), in: tier)
      case 5..<8: _ = try await isThere(number, in: tier)
      case 8:
        await tier.remove(.key("\(number)", CacheAddress(try cacheRequest("\(number)").url)), as: .purged)
      default: await tier.sweep()
      }
      if round % 10 == 0 {
        #expect(folder.size <= 200_000)
        #expect(tier.statistics.bytes == folder.size)
        #expect(folder.names.count == tier.statistics.entries * 2)
      }
    }
    #expect(tier.statistics.evictions[.cost, default: 0] > 0)
    time.seconds += 321
    await tier.sweep()
    #expect(folder.names.isEmpty)
  }

  @Test("A large body goes in and out in little memory")
  func largeBody() async throws {
    let tier = DiskTier(folder, time)
    let (request, chunk, count) = (try cacheRequest("video"), testBody(1 << 20), 64)
    let before = residentBytes() ?? 0
    let writer = try #require(tier.writer(cachedHead(request), to: request, key: "key"))
    for _ in 0..<count { #expect(await writer.write(chunk)) }
    #expect(await writer.commit())
    guard case .found(_, let body) = await tier.lookup(request, key: "key") else {
      return #expect(Bool(false), "nothing was found")
    }
    var length = 0
    var largest = 0
    for try await part in body {
      length += part.count
      largest = max(largest, (residentBytes() ?? 0) - before)
    }
    #expect(length == count << 20)
    #expect(largest < 32 << 20)
  }

  // MARK: Folders that cannot be used

  @Test("A folder that cannot be made is said once, and everything else goes on without it")
  func unwritable() async throws {
    try FileManager.default.createDirectory(at: folder.url, withIntermediateDirectories: true)
    try Data("a file".utf8).write(to: folder.file("cache"))
    let tier = DiskTier(
      folder: folder.file("cache"),
      costLimit: 1_000_000,
      ageLimit: 100,
      now: time.now
    )
    #expect(try await !isThere(0, in: tier))
    #expect(try await !store(0, 10, in: tier))
    let failure = try #require(tier.failure)
    #expect(failure.contains("nothing is stored in") && failure.contains("another folder"))
    #expect(tier.statistics.stores == 0)
    // When the obstacle is gone, the next sweep finds that out.
    try FileManager.default.removeItem(at: folder.file("cache"))
    await tier.sweep()
    #expect(tier.failure == nil)
    #expect(try await store(0, 10, in: tier))
  }

  @Test("A folder that somebody removes is made anew")
  func removedFolder() async throws {
    let tier = DiskTier(folder, time)
    #expect(try await store(0, 10, in: tier))
    try FileManager.default.removeItem(at: folder.url)
    #expect(try await !isThere(0, in: tier))
    #expect(try await store(0, 10, in: tier))
    #expect(try await isThere(0, in: tier))
  }

  #if os(Linux)
    @Test("A full disk is said in a sentence")
    func fullDisk() throws {
      let full = try CacheFile("/dev/full", flags: 1)
      let error = #expect(throws: FileError.self) { try full.append(testBody(10)) }
      #expect(error?.isLasting == true)
      #expect(error?.description == "writing a file of the cache failed: No space left on device")
    }
  #endif
}
