import ErrandsTesting
import Foundation
import Testing

@testable import ErrandsLoading

/// What is promised of a folder that several processes share has to hold of processes that die, at any moment, of the signal
/// that cannot be caught. `ERRANDS_KILL_ROUNDS=500` tries for longer.
@Suite("Two processes that share a cache's folder and are killed", .timeLimit(.minutes(10)))
struct SharedFolderKillTests {
  private static let limit: Int64 = 1_600_000
  private static let addresses = 24
  private static let largest = 300_000
  private static let rounds =
    ProcessInfo.processInfo.environment["ERRANDS_KILL_ROUNDS"].flatMap(Int.init) ?? 40

  @Test("Leave no damaged body, none of another address, no strays, and no more bytes than they may")
  func killed() async throws {
    let folder = TestFolder()
    var found = 0
    for round in 0..<Self.rounds {
      async let one: Void = Self.beginAndKill(in: folder.url.path, seed: UInt64(2 * round + 1))
      async let other: Void = Self.beginAndKill(in: folder.url.path, seed: UInt64(2 * round + 2))
      _ = await (one, other)
      // A sixteenth for the other process, behind which one entry may come.
      #expect(folder.size <= Self.limit + Self.limit / 16 + Int64(Self.largest + 1_000))
      found += try await check(folder)
    }
    #expect(found > Self.rounds, "there was something to be checked")
  }

  /// Looks at the folder as the next process does. How many entries there are.
  private func check(_ folder: TestFolder) async throws -> Int {
    let tier = DiskTier(folder: folder.url, costLimit: Self.limit, ageLimit: 1_000_000, now: Self.now)
    await tier.sweep()
    let heads = folder.names(".head").count
    #expect(folder.names(".body").count == heads)
    #expect(folder.names.count == 2 * heads)
    #expect(folder.size <= Self.limit)
    #expect(tier.statistics.bytes == folder.size)
    var count = 0
    for number in 0..<Self.addresses {
      guard
        case .found(let head, let body) = await tier.lookup(try cacheRequest("\(number)"), key: "\(number)")
      else { continue }
      let data = try await body.data()
      #expect(Self.isRight(data, of: number, head))
      count += 1
    }
    #expect(count == heads)
    #expect(tier.statistics.evictions[.damaged] == nil)
    return count
  }

  /// A process of its own, which is killed in the midst of its work.
  private static func beginAndKill(in path: String, seed: UInt64) async {
    await #expect(processExitsWith: .signal(SIGKILL)) { [path = path as String, seed = seed as UInt64] in
      try await SharedFolderKillTests.work(in: path, Seeded(state: seed))
    }
  }

  /// Does what a cache does, for ever.
  private static func work(in path: String, _ seeded: Seeded) async throws {
    var numbers = seeded
    let noise = testBody(largest + 1_000, seed: UInt8.random(in: 1...250, using: &numbers))
    let delay = Int.random(in: 0..<150_000, using: &numbers)
    let tier = DiskTier(folder: URL(filePath: path), costLimit: limit, ageLimit: 1_000_000, now: now)
    await tier.sweep()
    // From another thread: at any moment, and not between two steps.
    DispatchQueue.global().asyncAfter(deadline: .now() + .microseconds(delay)) { kill(getpid(), SIGKILL) }
    while true { try await step(in: tier, noise, &numbers) }
  }

  @Sendable private static func now() -> Int64 { Int64(time(nil)) }

  /// One of the things that a cache does.
  private static func step(in tier: DiskTier, _ noise: Data, _ numbers: inout Seeded) async throws {
    let number = Int.random(in: 0..<addresses, using: &numbers)
    let (request, key) = (try cacheRequest("\(number)"), "\(number)")
    switch Int.random(in: 0..<100, using: &numbers) {
    case 0..<50:
      // Most are small; some take two blocks.
      let most = Bool.random(using: &numbers) ? 9_000 : largest
      let count = Int.random(in: 0..<most, using: &numbers)
      let body =
        Data("\(number):".utf8) + noise.dropFirst(Int.random(in: 0..<1_000, using: &numbers)).prefix(count)
      await tier.store(cachedHead(request, ["ETag": tag(body)], at: now()), body, to: request, key: key)
    case 50..<90:
      guard case .found(let head, let body) = await tier.lookup(request, key: key) else { return }
      // What is gone by now is a miss; what is there is right.
      guard let data = try? await body.data() else { return }
      guard isRight(data, of: number, head) else {
        fatalError("the body of \(number) is not that of its head")
      }
      guard number % 3 == 0 else { return }
      let fields: HTTPFields = ["ETag": tag(data), "X-Renewed": "\(numbers.next())"]
      await tier.renew(head, to: cachedHead(request, fields, at: now()), for: request, key: key)
    case 90..<96: await tier.remove(.address(CacheAddress(request.url)), as: .purged)
    case 96: await tier.remove(.host("host"), as: .purged)
    default: await tier.sweep()
    }
  }

  /// A body begins with its address, and its head has its digest: so it is seen whether the two belong together.
  private static func isRight(_ body: Data, of number: Int, _ head: CachedHead) -> Bool {
    body.starts(with: "\(number):".utf8) && head.head.fields["ETag"] == tag(body)
  }

  private static func tag(_ body: Data) -> String {
    var digest = Digest()
    digest.update(body)
    return "\"\(digest.hexadecimal)\""
  }
}
