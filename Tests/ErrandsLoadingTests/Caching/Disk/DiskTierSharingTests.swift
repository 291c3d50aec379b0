import ErrandsTesting
import Foundation
import Testing

@testable import ErrandsLoading

/// Two tiers know nothing of one another, as those of two processes: even the locks of files are between them.
@Suite("A cache's folder that is shared")
struct DiskTierSharingTests {
  private let folder = TestFolder()
  private let time = TestTime()

  @Test("What one has stored, the other finds, and what one has removed, the other misses")
  func seen() async throws {
    let request = try cacheRequest("a")
    let (one, other) = (DiskTier(folder, time), DiskTier(folder, time))
    #expect(await other.lookup(request, key: "key").isNothing)
    await one.store(cachedHead(request), Data([1]), to: request, key: "key")
    #expect(try await other.body(request, key: "key") == Data([1]))
    // What was found might have had to go in the same moment: it is counted by a look at the folder, and by nothing else.
    #expect(other.statistics.bytes == 0)
    await other.sweep()
    #expect(other.statistics.bytes == folder.size)
    await other.store(cachedHead(request), Data([2]), to: request, key: "key")
    #expect(try await one.body(request, key: "key") == Data([2]))
    await one.remove(.all, as: .purged)
    #expect(await other.lookup(request, key: "key").isNothing)
    #expect(other.statistics.entries == 0)
  }

  /// The renewed head named a body that the other process had removed, beside a body that no head named: killed again and again,
  /// one process in fifteen left an entry that nobody could read.
  @Test("A head that one renews does not take the place of what another has stored anew")
  func renewing() async throws {
    let request = try cacheRequest("a")
    let (one, other) = (DiskTier(folder, time), DiskTier(folder, time))
    await one.store(cachedHead(request), Data([1]), to: request, key: "key")
    let name = EntryName(CacheAddress(of: request), key: "key", varying: [:])
    guard case .record(let record, _) = one.folder.head(name) else {
      Issue.record("there is no head")
      return
    }
    await other.sweep()
    await other.store(cachedHead(request), Data([2]), to: request, key: "key")
    #expect(throws: FileError.self) { try one.publish(record, name, at: 0, isRenewal: true) { _ in } }
    #expect(try await one.body(request, key: "key") == Data([2]))
    #expect(folder.names.count == 2)
  }

  /// A link was not followed, and nobody was told that there was no lock.
  @Test("A folder whose name is that of a link is locked as the folder that it is")
  func link() throws {
    let link = TestFolder()
    try FileManager.default.createDirectory(at: folder.url, withIntermediateDirectories: true)
    try FileManager.default.createSymbolicLink(at: link.url, withDestinationURL: folder.url)
    let other = try CacheFile(folder.url.path, flags: O_RDONLY | O_DIRECTORY)
    let lock = EntryFolder(path: link.url.path).locked()
    #expect(try !other.lockIfFree())
    withExtendedLifetime(lock) {}
  }

  @Test("What another has stored is renewed, and counted from the next look on")
  func renewingForeign() async throws {
    let request = try cacheRequest("a")
    let (one, other) = (DiskTier(folder, time), DiskTier(folder, time))
    let (old, new) = (cachedHead(request), cachedHead(request, ["X": "1"]))
    await other.sweep()
    await one.store(old, Data([1]), to: request, key: "key")
    await other.renew(old, to: new, for: request, key: "key")
    #expect(await one.lookup(request, key: "key").head == new)
    #expect(try await other.body(request, key: "key") == Data([1]))
    await other.sweep()
    #expect(other.statistics.bytes == folder.size)
  }

  @Test("A head that is renewed when another has removed its body does not stay")
  func renewingWithoutBody() async throws {
    let request = try cacheRequest("a")
    let tier = DiskTier(folder, time)
    let (old, new) = (cachedHead(request), cachedHead(request, ["X": "1"]))
    await tier.store(old, Data([1]), to: request, key: "key")
    try FileManager.default.removeItem(at: folder.file(folder.names(".body")[0]))
    await tier.renew(old, to: new, for: request, key: "key")
    #expect(folder.names.isEmpty)
  }

  @Test("Variants of another are found after the next look at the folder")
  func variants() async throws {
    let asked = try cacheRequest("a", ["X": "1"])
    let (one, other) = (DiskTier(folder, time), DiskTier(folder, time))
    await other.sweep()
    await one.store(cachedHead(asked, ["Vary": "X"]), Data([1]), to: asked, key: "key")
    #expect(await other.lookup(asked, key: "key").isNothing)
    await other.sweep()
    #expect(try await other.body(asked, key: "key") == Data([1]))
  }

  @Test("A body that vanishes between the head and its opening is a miss, or the newer one")
  func vanishing() async throws {
    let request = try cacheRequest("a")
    let (one, other) = (DiskTier(folder, time), DiskTier(folder, time))
    await one.store(cachedHead(request), testBody(10), to: request, key: "key")
    await other.sweep()
    try FileManager.default.removeItem(at: folder.file(folder.names(".body")[0]))
    #expect(await other.lookup(request, key: "key").isNothing)
    #expect(folder.names.isEmpty)
  }

  @Test("Together they exceed the limit by no more than a sixteenth for each other one")
  func limit() async throws {
    let limit: Int64 = 160_000
    let tiers = (0..<3).map { _ in DiskTier(folder, time, costLimit: limit) }
    for number in 0..<150 {
      let request = try cacheRequest("\(number)")
      let tier = tiers[number * number % 3]
      await tier.store(cachedHead(request), testBody(3_000), to: request, key: "\(number)")
      // One entry may come behind the sixteenth.
      #expect(folder.size <= limit + 2 * (limit / 16 + 3_300))
    }
    #expect(folder.size > limit / 2)
    for tier in tiers { await tier.sweep() }
    #expect(folder.size <= limit)
  }

  @Test("Each of them looks at the folder when it has stored a sixteenth of the limit")
  func looks() async throws {
    let tiers = (0..<2).map { _ in DiskTier(folder, time, costLimit: 160_000) }
    for tier in tiers { await tier.sweep() }
    func store(_ number: Int, in tier: DiskTier) async throws {
      let request = try cacheRequest("\(number)")
      await tier.store(cachedHead(request), testBody(2_500), to: request, key: "\(number)")
    }
    for number in 0..<5 { try await store(number, in: tiers[0]) }
    for number in 5..<8 { try await store(number, in: tiers[1]) }
    #expect(tiers[1].statistics.entries == 3)
    try await store(8, in: tiers[1])
    #expect(tiers[1].statistics.entries == 9)
  }

  @Test("Threads of two tiers that store, read, confirm and remove never give a body with another's head")
  func threads() async throws {
    let (folder, time) = (folder, time)
    let tiers = (0..<2).map { _ in DiskTier(folder, time, costLimit: 400_000) }
    let found = Events<Bool>()
    try await withThrowingTaskGroup(of: Void.self) { group in
      for worker in 0..<6 {
        let tier = tiers[worker % 2]
        group.addTask {
          for round in 0..<60 {
            let number = (worker * 5 + round * 3) % 7
            let request = try cacheRequest("\(number)")
            let seed = UInt8((worker * 60 + round) % 250 + 1)
            switch (worker + round) % 5 {
            case 0, 1:
              let head = cachedHead(request, ["ETag": "\"\(seed)\""])
              await tier.store(head, testBody(500 + Int(seed), seed: seed), to: request, key: "\(number)")
            case 2, 3:
              guard case .found(let head, let body) = await tier.lookup(request, key: "\(number)") else {
                continue
              }
              let stored = head.head.fields["ETag"].flatMap { UInt8($0.dropFirst().dropLast()) } ?? 0
              found.record(try await body.data() == testBody(500 + Int(stored), seed: stored))
              if round % 4 == 0 {
                let fields: HTTPFields = ["ETag": "\"\(stored)\"", "X": "\(worker)"]
                await tier.renew(
                  head,
                  to: cachedHead(request, fields, at: time.seconds),
                  for: request,
                  key: "\(number)"
                )
              }
            default:
              if round % 3 == 0 { await tier.remove(.address(CacheAddress(request.url)), as: .invalidated) }
              if round % 7 == 0 { await tier.sweep() }
            }
          }
        }
      }
      try await group.waitForAll()
    }
    #expect(found.all.allSatisfy { $0 })
    #expect(found.count > 0)
    // Nothing is left over.
    for tier in tiers { await tier.sweep() }
    for tier in tiers { await tier.sweep() }
    #expect(folder.names(".part").isEmpty)
    #expect(folder.names(".head").count == folder.names(".body").count)
    #expect(tiers[0].statistics.bytes == folder.size)
    #expect(tiers.allSatisfy { $0.statistics.evictions[.damaged] == nil })
  }
}
