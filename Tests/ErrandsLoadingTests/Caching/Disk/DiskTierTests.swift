import Foundation
import Testing

@testable import ErrandsLoading

@Suite("The folder of a cache")
struct DiskTierTests {
  private let folder = TestFolder()
  private let time = TestTime()
  private let request: FetchRequest

  init() throws {
    request = try cacheRequest("a")
  }

  private func tier(costLimit: Int64 = 1 << 30, ageLimit: Int64 = 1_000_000) -> DiskTier {
    DiskTier(folder, time, costLimit: costLimit, ageLimit: ageLimit)
  }

  // MARK: Storing and finding

  @Test(
    "What was stored is found, by this process and by the next, whatever its length and its chunks",
    arguments: [0, 1, 262_143, 262_144, 262_145, 1 << 20, 1 << 20 + 1, 3_000_000]
  )
  func found(_ length: Int) async throws {
    let tier = tier()
    let body = testBody(length)
    let head = cachedHead(request, ["ETag": "\"1\"", "X": "ü"])
    let writer = try #require(tier.writer(head, to: request, key: "key"))
    var start = 0
    while start < length {
      let end = min(length, start + 100_003)
      #expect(await writer.write(body[start..<end]))
      start = end
    }
    // Nothing of it can be found before it is whole.
    #expect(await tier.lookup(request, key: "key").isNothing)
    #expect(await writer.commit())
    #expect(await !writer.commit())
    for tier in [tier, self.tier()] {
      #expect(await tier.lookup(request, key: "key").head == head)
      #expect(try await tier.body(request, key: "key") == body)
      #expect(await tier.lookup(request, key: "other").isNothing)
      #expect(await tier.lookup(try cacheRequest("b"), key: "key").isNothing)
      #expect(tier.statistics.bytes == folder.size)
    }
    let statistics = tier.statistics
    #expect((statistics.stores, statistics.hits, statistics.misses, statistics.entries) == (1, 2, 3, 1))
    #expect(folder.names.count == 2)
  }

  @Test("Any part of a body can be read, small or large", arguments: [1_000, 1_500_000])
  func parts(_ length: Int) async throws {
    let tier = tier()
    let body = testBody(length)
    await tier.store(cachedHead(request), body, to: request, key: "key")
    guard case .found(_, let stored) = await tier.lookup(request, key: "key") else {
      return #expect(Bool(false), "nothing was found")
    }
    #expect(stored.length == Int64(length))
    for range in [0..<1, length - 1..<length, 262..<900, length / 4..<length, 5..<5, 0..<length] {
      let part = stored.part(Int64(range.lowerBound)..<Int64(range.upperBound))
      #expect(try await part.data() == body[range])
      #expect(part.length == Int64(range.count))
    }
    // A part of a part counts from its own beginning.
    #expect(try await stored.part(100..<900).part(50..<60).data() == body[150..<160])
  }

  @Test("Files are for this user alone, their names say nothing, and what was secret is in none")
  func secrecy() async throws {
    let asked = try cacheRequest("private?token=sesame", ["Authorization": "Basic sesame2"])
    let tier = tier()
    await tier.store(cachedHead(asked, ["Vary": "Authorization"]), testBody(9), to: asked, key: "key")
    #expect(try folder.mode() == 0o700)
    #expect(folder.names.count == 2)
    for name in folder.names {
      #expect(try folder.mode(name) == 0o600)
      #expect(!name.contains("host") && !name.contains("private") && !name.contains("sesame"))
      #expect(try folder.bytes(name).range(of: Data("sesame2".utf8)) == nil)
    }
  }

  @Test("Each request gets its own variant, by this process and by the next")
  func variants() async throws {
    let (png, webp) = (try cacheRequest("a", ["Accept": "png"]), try cacheRequest("a", ["Accept": "webp"]))
    let tier = tier()
    await tier.store(cachedHead(png, ["Vary": "accept"]), Data([1]), to: png, key: "key")
    await tier.store(cachedHead(webp, ["Vary": "accept"]), Data([2]), to: webp, key: "key")
    for tier in [tier, self.tier()] {
      #expect(try await tier.body(png, key: "key") == Data([1]))
      #expect(try await tier.body(webp, key: "key") == Data([2]))
      guard case .otherVariants = await tier.lookup(request, key: "key") else {
        return #expect(Bool(false), "the variant of another request was given")
      }
    }
  }

  @Test("A newer answer takes the place of the one before, whose readers read on")
  func replaced() async throws {
    let tier = tier()
    let (old, new) = (testBody(2_000_000, seed: 1), testBody(10, seed: 2))
    await tier.store(cachedHead(request, ["ETag": "\"1\""]), old, to: request, key: "key")
    guard case .found(_, let body) = await tier.lookup(request, key: "key") else {
      return #expect(Bool(false), "nothing was found")
    }
    await tier.store(cachedHead(request, ["ETag": "\"2\""]), new, to: request, key: "key")
    #expect(folder.names.count == 2)
    #expect(try await body.data() == old)
    #expect(try await tier.body(request, key: "key") == new)
    #expect(tier.statistics.evictions == [.replaced: 1])
    #expect(tier.statistics.bytes == folder.size)
  }

  @Test("What is given up leaves nothing behind", arguments: ["abandon", "let go of", "too late"])
  func abandoned(_ how: String) async throws {
    let tier = tier()
    var writer = tier.writer(cachedHead(request), to: request, key: "key") { how != "too late" }
    await writer?.write(testBody(600_000))
    #expect(folder.names(".body").count == 1)
    switch how {
    case "abandon": writer?.abandon()
    case "too late": #expect(await writer?.commit() == false)
    default: writer = nil
    }
    await tier.on(tier.writing) {}
    #expect(folder.names.isEmpty)
    #expect(await writer?.write(testBody(9)) ?? false == false)
    #expect(await writer?.commit() ?? false == false)
    #expect(tier.statistics.stores == 0)
  }

  // MARK: Confirming

  @Test("A 304 changes the head and leaves the body's file as it is")
  func renewal() async throws {
    let tier = tier(ageLimit: 100)
    let old = cachedHead(request, ["ETag": "\"1\"", "X": "old"])
    await tier.store(old, testBody(1_000), to: request, key: "key")
    let body = folder.names(".body")
    let file = try FileManager.default.attributesOfItem(atPath: folder.file(body[0]).path)[.systemFileNumber]
    time.seconds += 90
    let new = cachedHead(request, ["ETag": "\"1\"", "X": "new and longer"], at: time.seconds)
    await tier.renew(old, to: new, for: request, key: "key")
    #expect(folder.names.count == 2)
    #expect(folder.names(".body") == body)
    let now = try FileManager.default.attributesOfItem(atPath: folder.file(body[0]).path)[.systemFileNumber]
    #expect(file as? Int == now as? Int)
    #expect(tier.statistics.bytes == folder.size)
    // It is as young as though it had come now, also for the next process.
    time.seconds += 90
    for tier in [tier, self.tier(ageLimit: 100)] {
      #expect(await tier.lookup(request, key: "key").head == new)
      #expect(try await tier.body(request, key: "key") == testBody(1_000))
    }
    time.seconds += 11
    #expect(await tier.lookup(request, key: "key").isNothing)
  }

  /// The answer to an older question came last, and its fields were given with the body of the newer one.
  @Test("A 304 about an answer that has been replaced changes nothing")
  func lateRenewal() async throws {
    let tier = tier()
    let (old, new) = (cachedHead(request, ["ETag": "\"1\""]), cachedHead(request, ["ETag": "\"2\""]))
    await tier.store(old, Data([1]), to: request, key: "key")
    await tier.store(new, Data([2]), to: request, key: "key")
    await tier.renew(old, to: cachedHead(request, ["ETag": "\"1\"", "X": "1"]), for: request, key: "key")
    #expect(await tier.lookup(request, key: "key").head == new)
    await tier.renew(cachedHead(try cacheRequest("b")), to: new, for: request, key: "nothing")
    #expect(folder.names.count == 2)
  }

  // MARK: Removing

  @Test("Entries go by key, by address, by host, and all; also those that another process has stored")
  func removal() async throws {
    let urls = ["http://host/a", "http://HOST:80/a#part", "http://host/b", "http://other/a"]
    let requests = try urls.map { FetchRequest(try URL(fetching: $0)) }
    let address = CacheAddress(request.url)
    let cases: [(CacheGroup, [Bool])] = [
      (.key("0", address), [false, true, true, true]), (.address(address), [false, false, true, true]),
      (.host("Host"), [false, false, false, true]), (.all, [false, false, false, false]),
    ]
    for isOther in [false, true] {
      for (group, rest) in cases {
        let folder = TestFolder()
        let (tier, other) = (DiskTier(folder, time), DiskTier(folder, time))
        await tier.sweep()
        for (number, request) in requests.enumerated() {
          await other.store(cachedHead(request), testBody(9), to: request, key: "\(number)")
        }
        try Data("mine".utf8).write(to: folder.file("notes.txt"))
        await (isOther ? tier : other).remove(group, as: .purged)
        var found: [Bool] = []
        for (number, request) in requests.enumerated() {
          found.append(await !tier.lookup(request, key: "\(number)").isNothing)
        }
        #expect(found == rest)
        #expect(folder.names.count == rest.filter { $0 }.count * 2 + 1)
        if !isOther { #expect(other.statistics.evictions == [.purged: rest.filter { !$0 }.count]) }
      }
    }
  }

  @Test("What is being written is not removed, and can be committed")
  func writing() async throws {
    let tier = tier()
    let writer = try #require(tier.writer(cachedHead(request), to: request, key: "key"))
    await writer.write(testBody(300_000))
    let other = self.tier()
    await other.sweep()
    await other.remove(.all, as: .purged)
    #expect(folder.names(".body").count == 1)
    #expect(await writer.commit())
    #expect(try await other.body(request, key: "key") == testBody(300_000))
  }

  // MARK: Age

  @Test("What is too old goes: when it is asked for, by a sweep, and when something is stored")
  func age() async throws {
    for how in ["asked", "swept", "stored", "opened"] {
      let folder = TestFolder()
      let tier = DiskTier(folder, time, ageLimit: 10)
      await tier.store(cachedHead(request), testBody(9), to: request, key: "key")
      for _ in 0..<10 {
        time.seconds += 1
        #expect(try await tier.body(request, key: "key") != nil)
      }
      time.seconds += 1
      let other = try cacheRequest("b")
      switch how {
      case "asked": #expect(await tier.lookup(request, key: "key").isNothing)
      case "swept": await tier.sweep()
      case "stored": await tier.store(cachedHead(other), testBody(9), to: other, key: "b")
      default: await DiskTier(folder, time, ageLimit: 10).sweep()
      }
      #expect(folder.names.count == (how == "stored" ? 2 : 0), "\(how)")
      if how != "opened" { #expect(tier.statistics.evictions == [.age: 1]) }
    }
  }

  @Test("What was stored while the clock was ahead does not stay for ever")
  func future() async throws {
    time.seconds += 1_000
    await tier(ageLimit: 10).store(cachedHead(request), testBody(9), to: request, key: "key")
    time.seconds -= 1_000
    #expect(await tier(ageLimit: 10).lookup(request, key: "key").isNothing)
    #expect(folder.names.isEmpty)
  }
}
