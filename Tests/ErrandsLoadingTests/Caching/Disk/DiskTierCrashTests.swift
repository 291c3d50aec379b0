import ErrandsTesting
import Foundation
import Testing

@testable import ErrandsLoading

/// A process that is killed leaves its files as they are, and its locks are let go of: a step is taken by the parts
/// that the tier itself is made of, and their files are closed.
@Suite("A process that is killed while it stores")
struct DiskTierCrashTests {
  private static let stepCount = 9

  private let folder = TestFolder()
  private let time = TestTime()
  private let request: FetchRequest
  private let old = testBody(1_000, seed: 1)
  private let new = testBody(300_000, seed: 2)

  init() throws {
    request = try cacheRequest("a")
  }

  /// What the writer of an entry does, up to a step.
  private func store(upTo last: Int, replacing former: String?) throws {
    let files = EntryFolder(path: folder.url.path)
    let head = cachedHead(request, ["ETag": "\"new\""])
    let name = EntryName(CacheAddress(request.url), key: "key", varying: [:])
    var body: (file: CacheFile, number: String)?
    var partial: (file: CacheFile, number: String)?
    let blocks = [new.prefix(EntryRecord.blockSize), new.dropFirst(EntryRecord.blockSize)]
    let record: () -> Data = {
      EntryRecord(
        key: "key",
        head: head,
        number: body?.number ?? "",
        length: Int64(new.count),
        checksums: blocks.map { XXHash64.hash($0) }
      ).encoded
    }
    let steps: [() throws -> Void] = [
      { body = try files.create { .body(name, number: $0) } },
      { try body?.file.append(blocks[0]) },
      { try body?.file.append(blocks[1]) },
      {
        body?.file.setModified(time.seconds)
      },
      { partial = try files.create { .partial(name, number: $0) } },
      { try partial?.file.append(record().prefix(50)) },
      {
        try partial?.file.append(record().dropFirst(50))
        partial?.file.setModified(time.seconds)
      },
      { try files.publish(name, number: partial?.number ?? "") },
      { if let former { files.remove(.body(name, number: former)) } },
    ]
    #expect(steps.count == Self.stepCount)
    for step in steps.prefix(last) { try step() }
  }

  @Test(
    "Killed behind any step, it leaves the old entry or the new one, whole, and nothing else",
    arguments: 0...stepCount
  )
  func killed(_ steps: Int) async throws {
    for isReplacing in [false, true] { try await killed(steps, isReplacing: isReplacing) }
  }

  private func killed(_ steps: Int, isReplacing: Bool) async throws {
    let first = DiskTier(folder, time)
    await first.remove(.all, as: .purged)
    if isReplacing {
      await first.store(cachedHead(request, ["ETag": "\"old\""]), old, to: request, key: "key")
    }
    let former = folder.names(".body").first?.split(separator: ".").dropFirst().first.map(String.init)
    try store(upTo: steps, replacing: former)
    let isNew = steps >= 8
    let next = DiskTier(folder, time)
    let found = try await next.body(request, key: "key")
    #expect(found == (isNew ? new : isReplacing ? old : nil))
    let etag = await next.lookup(request, key: "key").head?.head.fields["ETag"]
    #expect(etag == (isNew ? "\"new\"" : isReplacing ? "\"old\"" : nil))
    // What is left over has been swept when the folder was first looked at.
    #expect(folder.names.count == (isNew || isReplacing ? 2 : 0))
    #expect(next.statistics.bytes == folder.size)
    // And the tier that was there all along sweeps as well.
    await first.sweep()
    #expect(first.statistics.bytes == folder.size)
  }

  /// A process that is killed after a head was removed, and before its body was.
  @Test("Killed while it removes, it leaves a body that nobody finds, and that is swept")
  func removal() async throws {
    let tier = DiskTier(folder, time)
    await tier.store(cachedHead(request), old, to: request, key: "key")
    try FileManager.default.removeItem(at: folder.file(try #require(folder.names(".head").first)))
    let next = DiskTier(folder, time)
    #expect(await next.lookup(request, key: "key").isNothing)
    #expect(folder.names.isEmpty)
  }

  /// The sweep of another process came between the making of a file and its lock: it took the file away, and the writer
  /// wrote into nothing.
  @Test("A file that is being written is never swept, not even at the moment when it is made")
  func sweptWhileMade() async throws {
    try FileManager.default.createDirectory(at: folder.url, withIntermediateDirectories: true)
    let files = EntryFolder(path: folder.url.path)
    let name = EntryName(CacheAddress(request.url), key: "key", varying: [:])
    let kept = Events<Bool>()
    let count = 2_000
    await withTaskGroup(of: Void.self) { group in
      group.addTask {
        for _ in 0..<count {
          let isKept = try? files.create { .body(name, number: $0) }.file.facts().links == 1
          kept.record(isKept ?? false)
        }
      }
      group.addTask {
        while kept.count < count {
          for listed in (try? files.list()) ?? [] { _ = files.removeStray(listed.file) }
        }
      }
    }
    #expect(kept.all.allSatisfy { $0 })
    for listed in try files.list() { #expect(files.removeStray(listed.file)) }
    #expect(folder.names.isEmpty)
  }
}
