import ErrandsTesting
import Foundation
import Testing

@testable import ErrandsLoading

@Suite("The memory of a cache")
struct MemoryTierTests {
  private let request: FetchRequest

  init() throws {
    request = try cacheRequest("a")
  }

  private func state(_ costLimit: Int64 = 1 << 20, ageLimit: Int64 = 3_600) -> MemoryTierState {
    MemoryTierState(costLimit: costLimit, ageLimit: ageLimit)
  }

  @discardableResult
  private func store(
    _ key: String,
    _ bytes: Int = 10,
    _ fields: HTTPFields = [:],
    for request: FetchRequest? = nil,
    at now: Int64 = 0,
    age: Int64? = nil,
    came: Int64 = 0,
    in state: inout MemoryTierState
  ) -> (isStored: Bool, removed: [MemoryTierState.Entry]) {
    let request = request ?? self.request
    let head = cachedHead(request, fields, at: came)
    return state.store(head, Data(count: bytes), to: request, key: key, age: age, at: now)
  }

  private func isThere(
    _ key: String,
    _ request: FetchRequest? = nil,
    at now: Int64 = 0,
    in state: inout MemoryTierState
  ) -> Bool {
    if case .found = state.lookup(request ?? self.request, key: key, at: now).0 { true } else { false }
  }

  @Test("What was stored is found under its key, and counted")
  func found() {
    var state = state()
    #expect(!isThere("a", in: &state))
    #expect(store("a", in: &state).isStored)
    #expect(isThere("a", in: &state))
    #expect(!isThere("b", in: &state))
    let statistics = state.statistics
    #expect((statistics.hits, statistics.misses, statistics.stores, statistics.entries) == (1, 2, 1, 1))
    #expect(statistics.bytes > 10)
    #expect(statistics.evictions.isEmpty)
  }

  @Test("An answer that varies has several variants, and each request gets its own")
  func variants() throws {
    var state = state()
    let (png, webp) = (try cacheRequest("a", ["Accept": "png"]), try cacheRequest("a", ["Accept": "webp"]))
    store("a", 1, ["Vary": "Accept"], for: png, in: &state)
    store("a", 2, ["Vary": "Accept"], for: webp, in: &state)
    guard case .found(_, let first) = state.lookup(png, key: "a", at: 0).0,
      case .found(_, let second) = state.lookup(webp, key: "a", at: 0).0
    else { return #expect(Bool(false), "a variant is missing") }
    #expect((first.count, second.count) == (1, 2))
    guard case .otherVariants = state.lookup(request, key: "a", at: 0).0 else {
      return #expect(Bool(false), "a variant of another request was given")
    }
    // A newer answer to the same request takes the place of that variant alone.
    store("a", 3, ["Vary": "Accept"], for: png, in: &state)
    #expect(state.statistics.entries == 2)
    #expect(state.statistics.evictions == [.replaced: 1])
  }

  @Test("Variants of one key are not kept without limit")
  func variantLimit() throws {
    var state = state()
    for number in 0..<100 {
      store("a", 1, ["Vary": "X"], for: try cacheRequest("a", ["X": "\(number)"]), in: &state)
    }
    #expect(state.statistics.entries == MemoryTierState.variantLimit)
    #expect(isThere("a", try cacheRequest("a", ["X": "99"]), in: &state))
    #expect(!isThere("a", try cacheRequest("a", ["X": "0"]), in: &state))
  }

  @Test("Of several that would do the newest is given")
  func newest() throws {
    var state = state()
    let asked = try cacheRequest("a", ["X": "1"])
    store("a", 1, ["Vary": "X"], for: asked, came: 9, in: &state)
    // It matches the other one as well, but was stored for a request that did not match that.
    store("a", 2, ["Vary": "Y"], for: request, came: 5, in: &state)
    guard case .found(_, let body) = state.lookup(asked, key: "a", at: 0).0 else {
      return #expect(Bool(false), "nothing was found")
    }
    #expect(body.count == 1)
  }

  @Test("Where there is no room, what was not read for the longest time goes")
  func eviction() {
    var state = state(4_000)
    for key in ["a", "b", "c"] { store(key, 900, in: &state) }
    #expect(isThere("a", in: &state))
    let removed = ["d", "e", "f"].flatMap { store($0, 900, in: &state).removed }
    #expect(removed.count == 2)
    #expect(state.statistics.evictions == [.cost: 2])
    #expect(["a", "b", "c", "d"].map { isThere($0, in: &state) } == [true, false, false, true])
  }

  @Test(
    "An entry of more than a quarter of the limit is not kept, and drives out nothing but what it replaces"
  )
  func tooLarge() {
    var state = state(4_000)
    store("a", 10, in: &state)
    store("b", 10, in: &state)
    #expect(!store("a", 1_000, in: &state).isStored)
    #expect(state.statistics.evictions == [.replaced: 1])
    #expect(!isThere("a", in: &state))
    #expect(isThere("b", in: &state))
    var nothing = self.state(0)
    #expect(!store("a", 0, in: &nothing).isStored)
  }

  @Test("Reading does not prolong the age, confirming does")
  func age() throws {
    var state = state(ageLimit: 10)
    let asked = try cacheRequest("b")
    store("a", in: &state)
    store("b", for: asked, in: &state)
    for now in 0...10 as ClosedRange<Int64> { #expect(isThere("a", at: now, in: &state)) }
    let old = cachedHead(asked, [:], at: 0)
    #expect(state.renew(old, to: cachedHead(asked, [:], at: 10), key: "b", at: 10).isEmpty)
    #expect(!isThere("a", at: 11, in: &state))
    #expect(isThere("b", asked, at: 20, in: &state))
    #expect(!isThere("b", asked, at: 21, in: &state))
    #expect(state.statistics.evictions == [.age: 2])
    // What was renewed meanwhile is not renewed by an older answer.
    store("b", 10, ["ETag": "x"], for: asked, at: 21, in: &state)
    #expect(state.renew(old, to: cachedHead(asked, ["X": "y"]), key: "b", at: 21).isEmpty)
    guard case .found(let head, _) = state.lookup(asked, key: "b", at: 21).0 else {
      return #expect(Bool(false), "nothing was found")
    }
    #expect(head.head.fields["ETag"] == "x")
  }

  @Test("What was somewhere else before is as old as it is")
  func olderEntry() {
    var state = state(ageLimit: 10)
    store("a", age: 7, in: &state)
    #expect(isThere("a", at: 3, in: &state))
    #expect(!isThere("a", at: 4, in: &state))
    #expect(!store("b", at: 4, age: 11, in: &state).isStored)
  }

  /// Read from the folder before the newer answer was there, it came into memory behind that.
  @Test("A copy of what was somewhere else does not take the place of what came later, or at the same time")
  func olderCopy() {
    var state = state()
    store("a", 1, came: 5, in: &state)
    let copies = [4, 5, 6].map { store("a", 2, age: 0, came: $0, in: &state).isStored }
    #expect(copies == [false, false, true])
    #expect(state.statistics.evictions == [.replaced: 1])
    // The server has spoken, whatever the clock says.
    #expect(store("a", 3, came: 4, in: &state).isStored)
  }

  /// A clock that was a year ahead, and was then put right, kept all entries of the meantime for a year.
  @Test("A clock that is put back keeps nothing alive, and one that is put forward lets all go")
  func clock() {
    var state = state(ageLimit: 10)
    store("a", at: 1_000_000, in: &state)
    #expect(isThere("a", at: 0, in: &state))
    #expect(isThere("a", at: 10, in: &state))
    #expect(!isThere("a", at: 11, in: &state))
    store("b", at: 11, in: &state)
    #expect(!isThere("b", at: 1_000_000, in: &state))
  }

  @Test("Entries go by key, by address, by host, and all")
  func removal() throws {
    let urls = ["http://host/a", "http://HOST:80/a#part", "http://host/b", "http://other/a"]
    func filled() throws -> MemoryTierState {
      var state = state()
      for (number, url) in urls.enumerated() {
        store("\(number)", for: FetchRequest(try URL(fetching: url)), in: &state)
      }
      return state
    }
    let address = CacheAddress(request.url)
    let cases: [(CacheGroup, [Bool])] = [
      (.key("0", address), [false, true, true, true]), (.address(address), [false, false, true, true]),
      (.host("Host"), [false, false, false, true]), (.all, [false, false, false, false]),
    ]
    for (group, rest) in cases {
      var state = try filled()
      let count = state.remove(group, as: .purged).count
      #expect(count == rest.filter { !$0 }.count)
      #expect(urls.indices.map { isThere("\($0)", in: &state) } == rest)
      #expect(state.statistics.evictions == [.purged: count])
    }
  }

  @Test("No limit is ever exceeded, whatever is done")
  func random() throws {
    var (state, generator) = (state(20_000, ageLimit: 100), Seeded(state: 1))
    var now: Int64 = 0
    var stored: [String: Int64] = [:]
    for _ in 0..<10_000 {
      let key = "\(Int.random(in: 0..<60, using: &generator))"
      now += Int64.random(in: 0...3, using: &generator)
      switch Int.random(in: 0..<10, using: &generator) {
      case 0..<5:
        store(key, Int.random(in: 0..<6_000, using: &generator), at: now, in: &state)
        stored[key] = now
      case 5..<9:
        if isThere(key, at: now, in: &state) { #expect(now - (stored[key] ?? -1_000) <= 100) }
      default: _ = state.remove(.key(key, CacheAddress(request.url)), as: .purged)
      }
      #expect(state.statistics.bytes <= 20_000)
      #expect(state.statistics.bytes >= 0)
    }
    #expect(state.statistics.evictions[.cost, default: 0] > 0)
    #expect(state.statistics.evictions[.age, default: 0] > 0)
    _ = state.expire(at: now + 101)
    #expect((state.statistics.entries, state.statistics.bytes) == (0, 0))
  }

  @Test("Many threads may read and write at once")
  func threads() async throws {
    let tier = MemoryTier(costLimit: 50_000, ageLimit: 60, now: { 0 })
    let request = request
    await withTaskGroup(of: Void.self) { group in
      for number in 0..<4 {
        group.addTask {
          for round in 0..<500 {
            let key = "\((number * 7 + round) % 40)"
            tier.store(cachedHead(request), Data(count: round), to: request, key: key)
            _ = tier.lookup(request, key: key)
            if round % 100 == 0 { tier.remove(.all, as: .purged) }
          }
        }
      }
    }
    let statistics = tier.statistics
    #expect(statistics.stores == 2_000)
    #expect(statistics.hits + statistics.misses == 2_000)
    #expect(statistics.bytes <= 50_000)
  }
}
