import Foundation
import GalleryJobs
import Testing

@Suite("Members of batches that are taken", .timeLimit(.minutes(1)))
struct BatchStoreLeaseTests {
  private let one = BatchWorker(id: "one", lease: .seconds(3))
  private let other = BatchWorker(id: "other", lease: .seconds(3))

  @Test("Each is taken by one, so many at a time, of the oldest batch first", arguments: BatchStores.allCases)
  func take(_ kind: BatchStores) async throws {
    try await kind.with { store, _ in
      try await store.add("a", 3, style: .bolts)
      try await store.add("b", 1)
      let first = try #require(try await store.take(2, for: one))
      #expect(first.batch.id == "a" && first.batch.style == .bolts)
      #expect(first.members == [.init(index: 0, url: "/a/0"), .init(index: 1, url: "/a/1")])
      #expect(try await store.take(2, for: other)?.members.map(\.index) == [2])
      #expect(try await store.take(2, for: one, except: ["b"]) == nil)
      #expect(try await store.take(2, for: one, except: ["a"])?.batch.id == "b")
      for worker in [one, other] { #expect(try await store.take(2, for: worker) == nil) }
    }
  }

  @Test("Those who take at the same time take different ones", arguments: BatchStores.allCases)
  func crowd(_ kind: BatchStores) async throws {
    try await kind.with { store, _ in
      try await store.add("a", 50)
      let taken = try await withThrowingTaskGroup(of: [Int].self) { group in
        for number in 0..<10 {
          group.addTask {
            let worker = BatchWorker(id: "\(number)")
            var indices: [Int] = []
            while let work = try await store.take(3, for: worker) { indices += work.members.map(\.index) }
            return indices
          }
        }
        return try await group.reduce(into: []) { $0 += $1 }
      }
      #expect(taken.sorted() == Array(0..<50))
    }
  }

  @Test(
    "What is done is taken by nobody; what is left is, once nothing is heard of who had it",
    arguments: BatchStores.allCases
  )
  func expired(_ kind: BatchStores) async throws {
    try await kind.with { store, time in
      try await store.add("a", 4)
      _ = try await store.take(for: one)
      try await store.succeed([0, 2], of: "a")
      time.advance(by: 2.9)
      #expect(try await store.take(for: other) == nil)
      try await store.renew(one, spent: [:])
      time.advance(by: 2.9)
      #expect(try await store.take(for: other) == nil, "it has been heard of")
      time.advance(by: 0.2)
      #expect(try await store.take(for: other)?.members.map(\.index) == [1, 3])
      // The one was only slow: what it brings counts, where it comes first.
      #expect(try await store.succeed([1], of: "a").words == ["a 1 succeeded"])
      #expect(try await store.succeed([1, 3], of: "a").words == ["a 3 succeeded", "a end"])
    }
  }

  @Test("Who ends gives back what it has, which others take at once", arguments: BatchStores.allCases)
  func released(_ kind: BatchStores) async throws {
    try await kind.with { store, _ in
      try await store.add("a", 2)
      _ = try await store.take(for: one)
      try await store.succeed([0], of: "a")
      try await store.release(one, spent: ["a": .seconds(7)])
      let work = try #require(try await store.take(for: other))
      #expect(work.members.map(\.index) == [1])
      #expect(work.batch.spent == .seconds(7))
      #expect(work.batch.succeeded == 1)
    }
  }

  @Test(
    "What one gives back of a batch that it does not carry out is anybody's, and nothing else",
    arguments: BatchStores.allCases
  )
  func givenBack(_ kind: BatchStores) async throws {
    try await kind.with { store, _ in
      for id in ["a", "b", "c"] { try await store.add(id, 3) }
      _ = try await store.take(for: one)
      _ = try await store.take(2, for: one, except: ["a"])
      _ = try await store.take(for: other)
      _ = try await store.take(for: other, except: ["b"])
      try await store.succeed([0], of: "b")
      try await store.giveBack(of: one, except: ["a"])
      let work = try #require(try await store.take(for: other))
      #expect(work.batch.id == "b" && work.members.map(\.index) == [1])
      #expect(try await store.take(for: other) == nil)
    }
  }

  /// The lease of a server that was killed would otherwise have lasted until the clock had caught up.
  @Test("A clock that is put back lengthens no lease", arguments: BatchStores.allCases)
  func putBack(_ kind: BatchStores) async throws {
    try await kind.with { store, time in
      try await store.add("a", 1)
      _ = try await store.take(for: one)
      time.advance(by: -3600)
      #expect(try await store.take(for: other)?.members.map(\.index) == [0])
    }
  }

  /// The limit goes on from what was left: a machine that was off over night has not spent its batches' time.
  @Test(
    "Only time in which it is carried out is spent, and that never goes down",
    arguments: BatchStores.allCases
  )
  func spent(_ kind: BatchStores) async throws {
    try await kind.with { store, time in
      try await store.add("a", 1)
      _ = try await store.take(for: one)
      try await store.renew(one, spent: ["a": .seconds(5), "no such batch": .seconds(1)])
      #expect(try await store.batch("a")?.spent == .seconds(5))
      try await store.renew(one, spent: ["a": .seconds(3)])
      time.advance(by: 10_000)
      #expect(try await store.take(for: other)?.batch.spent == .seconds(5))
    }
  }

  @Test("A batch that is ended has nothing to take, whoever has its members", arguments: BatchStores.allCases)
  func ended(_ kind: BatchStores) async throws {
    try await kind.with { store, _ in
      try await store.add("a", 2)
      _ = try await store.take(1, for: one)
      _ = try await store.end("a", .cancelled)
      #expect(try await store.take(for: other) == nil)
      try await store.release(one, spent: [:])
      #expect(try await store.take(for: other) == nil)
    }
  }
}
