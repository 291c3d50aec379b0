import ErrandsTesting
import Foundation
import Testing

@testable import ErrandsLoading

/// A server's cache took the whole disk, and its database, which lay on the same one, could be written no more.
@Suite("The room that a cache leaves on its disk")
struct DiskTierRoomTests {
  private let folder = TestFolder()
  private let time = TestTime()

  private func tier(minimumFree: Int64) -> DiskTier {
    DiskTier(
      folder: folder.url,
      costLimit: 1 << 30,
      minimumFree: minimumFree,
      ageLimit: 1_000_000,
      now: time.now
    )
  }

  private func store(_ numbers: Range<Int>, in tier: DiskTier) async throws -> Int {
    var stored = 0
    for number in numbers {
      let request = try cacheRequest("\(number)")
      let body = testBody(200_000)
      if await tier.store(cachedHead(request), body, to: request, key: "\(number)") { stored += 1 }
    }
    return stored
  }

  private func entry(_ number: Int, _ bytes: Int64) throws -> DiskTierState.Entry {
    let name = EntryName(
      CacheAddress(try URL(fetching: "http://host/\(number)")),
      key: "\(number)",
      varying: [:]
    )
    return DiskTierState.Entry(
      name: name,
      number: "\(number)",
      headSize: 0,
      bodySize: bytes,
      readAt: 0,
      notedAt: 0,
      confirmedAt: 0
    )
  }

  private func state(_ entries: Int) throws -> DiskTierState {
    var state = DiskTierState(costLimit: 1_000, ageLimit: 1_000)
    for number in 0..<entries {
      #expect(state.reserve(100) == [])
      #expect(state.commit(try entry(number, 100), reserved: 100, at: 0) == [])
    }
    return state
  }

  @Test(
    "So many bytes as are lacking are taken from what was not read for the longest time",
    arguments: [(500, []), (100, []), (99, [0]), (0, [0]), (-1, [0, 1]), (-200, [0, 1, 2])]
      as [(Int64, [Int])]
  )
  func lacking(_ spare: Int64, _ gone: [Int]) throws {
    var state = try state(3)
    #expect(try state.reserve(100, of: spare) == gone.map { try entry($0, 100) })
    #expect(state.statistics.evictions == (gone.isEmpty ? [:] : [.cost: gone.count]))
  }

  @Test("Where all that is kept would not be enough, it stays, and nothing is stored")
  func tooLittle() throws {
    var state = try state(3)
    #expect(state.reserve(100, of: -201) == nil)
    #expect(state.statistics.entries == 3)
    #expect(state.failure == nil)
  }

  @Test("A look at the folder gives back what others lack, and counts what was too old")
  func refresh() throws {
    var state = try state(3)
    let listed = try (0..<3).map { try entry($0, 100) }
    #expect(state.refresh(listed, foreign: 0, spare: 1, at: 0) == [])
    #expect(state.refresh(listed, foreign: 0, spare: -100, at: 0) == [listed[0]])
    var old = try entry(3, 100)
    old.confirmedAt = -2_000
    #expect(state.refresh(Array(listed[1...]) + [old], foreign: 0, spare: -100, at: 0) == [old])
  }

  @Test(
    "An eighth of a small disk stays free, and others that take it get more",
    .enabled(if: SmallDisk.isPossible)
  )
  func smallDisk() async throws {
    try FileManager.default.createDirectory(at: folder.url, withIntermediateDirectories: true)
    let disk = try SmallDisk(at: folder.url.path, bytes: 4 << 20)
    defer { withExtendedLifetime(disk) {} }
    let tier = tier(minimumFree: 64 << 20)
    // A page more or less for each file.
    let (eighth, pages) = (Int64(512 << 10), Int64(64 << 10))
    #expect(try await store(0..<40, in: tier) == 40)
    let kept = tier.statistics.entries
    #expect(kept < 20)
    #expect(try #require(FreeSpace.bytes(in: folder.url.path)) >= eighth - pages)
    // A database grows into what was left for it.
    try testBody(500_000).write(to: folder.file("database"))
    await tier.sweep()
    #expect(tier.statistics.entries < kept)
    #expect(try #require(FreeSpace.bytes(in: folder.url.path)) >= eighth - pages)
    // When it has nearly everything, the cache has nothing, and is well.
    let rest = try #require(FreeSpace.bytes(in: folder.url.path)) + tier.statistics.bytes - (100 << 10)
    await tier.remove(.all, as: .purged)
    try testBody(Int(rest)).write(to: folder.file("more"))
    #expect(try await store(0..<1, in: tier) == 0)
    #expect(tier.failure == nil)
  }

  @Test("With nothing to be left free the disk is filled", .enabled(if: SmallDisk.isPossible))
  func filled() async throws {
    try FileManager.default.createDirectory(at: folder.url, withIntermediateDirectories: true)
    let disk = try SmallDisk(at: folder.url.path, bytes: 1 << 20)
    defer { withExtendedLifetime(disk) {} }
    let tier = tier(minimumFree: 0)
    #expect(try await store(0..<10, in: tier) < 10)
    #expect(tier.failure?.contains("nothing is stored in") == true)
  }

  /// After one full disk a server said for ten minutes that it was not ready, however much room there was.
  @Test("What has failed is tried again ten seconds later", .timeLimit(.minutes(1)))
  func anotherLook() async throws {
    let clock = VirtualClock()
    try Data("a file".utf8).write(to: folder.url)
    let tier = DiskTier(folder: folder.url, costLimit: 1 << 20, ageLimit: 1_000, clock: clock, now: time.now)
    try await clock.sleepers(atLeast: 1)
    #expect(tier.failure != nil)
    clock.advance(by: .seconds(10))
    // It fails once more, and there is one further look.
    try await clock.sleepers(atLeast: 1)
    try FileManager.default.removeItem(at: folder.url)
    clock.advance(by: .seconds(9))
    await tier.on(tier.writing) {}
    #expect(tier.failure != nil)
    clock.advance(by: .seconds(1))
    while tier.failure != nil { await Task.yield() }
    try await clock.sleepers(atMost: 0)
    #expect(try await store(0..<1, in: tier) == 1)
  }

  @Test("A tier that is let go of looks no more")
  func end() async throws {
    let clock = VirtualClock()
    try Data("a file".utf8).write(to: folder.url)
    var tier: DiskTier? = DiskTier(
      folder: folder.url,
      costLimit: 1 << 20,
      ageLimit: 1_000,
      clock: clock,
      now: time.now
    )
    try await clock.sleepers(atLeast: 1)
    if let opened = tier { await opened.on(opened.writing) {} }
    tier = nil
    try await clock.sleepers(atMost: 0)
  }
}
