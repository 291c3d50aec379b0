import Foundation
import GalleryJobs
import Testing

@Suite("How many batches are kept", .timeLimit(.minutes(1)))
struct BatchStoreLimitTests {
  private func limits(
    running: Int = 9,
    ofOne: Int = 9,
    ended: Int = 9,
    weight: Int = 900,
    age: Duration = .seconds(60)
  ) -> BatchLimits {
    BatchLimits(running: running, runningOfOne: ofOne, ended: ended, weight: weight, age: age)
  }

  private func ids(_ store: any BatchStore) async throws -> [String] {
    try await store.page(after: nil, limit: 100).map(\.id)
  }

  @Test(
    "No more run than may, also where nobody carries them out; one that ends makes room",
    arguments: BatchStores.allCases
  )
  func running(_ kind: BatchStores) async throws {
    try await kind.with { store, _ in
      let limits = limits(running: 2)
      try await store.add("a", 1, within: limits)
      try await store.add("b", 0, within: limits)
      await #expect(throws: BatchRefusal.full) { try await store.add("c", 1, within: limits) }
      #expect(try await ids(store) == ["b", "a"], "nothing of it is kept")
      try await store.succeed([0], of: "a")
      try await store.add("c", 1, within: limits)
      #expect(try await ids(store) == ["c", "b", "a"])
    }
  }

  /// Eight batches of one client took every place for hours.
  @Test(
    "A client has its share, which those of others do not count for, nor its own that have ended",
    arguments: BatchStores.allCases
  )
  func share(_ kind: BatchStores) async throws {
    try await kind.with { store, _ in
      let limits = limits(running: 4, ofOne: 2)
      try await store.add("a", 1, for: "one", within: limits)
      try await store.add("b", 1, for: "one", within: limits)
      await #expect(throws: BatchRefusal.shareFull) {
        try await store.add("c", 1, for: "one", within: limits)
      }
      try await store.add("d", 1, for: "other", within: limits)
      try await store.add("e", 1, within: limits)
      await #expect(throws: BatchRefusal.full) { try await store.add("f", 1, within: limits) }
      _ = try await store.end("a", .cancelled)
      try await store.add("g", 1, for: "one", within: limits)
    }
  }

  @Test("Of those that have ended the latest are kept", arguments: BatchStores.allCases)
  func count(_ kind: BatchStores) async throws {
    try await kind.with { store, _ in
      for id in ["a", "b", "c", "d"] { try await store.add(id, 1) }
      // Not in the order of their beginning.
      for id in ["d", "a", "c"] { try await store.succeed([0], of: id) }
      try await store.sweep(limits(ended: 2))
      #expect(try await ids(store) == ["c", "b", "a"])
      #expect(try await store.contents(of: "d") == nil)
    }
  }

  @Test("No more than a certain weight, but the latest in any case", arguments: BatchStores.allCases)
  func weight(_ kind: BatchStores) async throws {
    try await kind.with { store, _ in
      // Each address has four bytes.
      for id in ["a", "b", "c"] {
        try await store.add(id, 1)
        try await store.succeed([0], of: id)
      }
      try await store.sweep(limits(weight: 8))
      #expect(try await ids(store) == ["c", "b"])
      try await store.add("d", 3)
      try await store.succeed(0..<3, of: "d")
      try await store.sweep(limits(weight: 8))
      #expect(try await ids(store) == ["d"])
    }
  }

  @Test(
    "Not for long, and one that runs is never forgotten, however long it takes",
    arguments: BatchStores.allCases
  )
  func age(_ kind: BatchStores) async throws {
    try await kind.with { store, time in
      for id in ["a", "b"] {
        try await store.add(id, 1)
        try await store.succeed([0], of: id)
        time.advance(by: 10)
      }
      try await store.add("c", 1)
      time.advance(by: 45)
      try await store.sweep(limits())
      #expect(try await ids(store) == ["c", "b"])
      time.advance(by: 100_000)
      try await store.sweep(limits(ended: 0, weight: 0))
      #expect(try await ids(store) == ["c"])
    }
  }

  @Test("The number of one that was forgotten is not given out again", arguments: BatchStores.allCases)
  func numbers(_ kind: BatchStores) async throws {
    try await kind.with { store, _ in
      try await store.add("a", 0)
      let number = try #require(try await store.batch("a")).number
      _ = try await store.end("a", .cancelled)
      try await store.sweep(limits(ended: 0))
      #expect(try await ids(store).isEmpty)
      try await store.add("a", 0)
      #expect(try #require(try await store.batch("a")).number > number)
    }
  }
}
