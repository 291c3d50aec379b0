import Foundation
import GalleryJobs
import Testing

@Suite("What was told of batches, heard again", .timeLimit(.minutes(1)))
struct BatchStoreNewsTests {
  private func fill(_ store: any BatchStore) async throws -> [BatchNews] {
    for (id, count) in [("a", 2), ("b", 1)] { try await store.add(id, count) }
    return [
      try await store.succeed([1], of: "a"), try await store.record([.failed(0, of: "b")]),
      try await store.succeed([0], of: "a"),
    ]
  }

  @Test("From any place it is what was told from there on, in order, whole", arguments: BatchStores.allCases)
  func resumed(_ kind: BatchStores) async throws {
    try await kind.with { store, _ in
      let told = try await fill(store)
      let all = told.flatMap(\.words)
      #expect(all == ["a 1 succeeded", "b 0 failed", "b end", "a 0 succeeded", "a end"])
      #expect(told.flatMap(\.entries).map(\.place) == Array(1...5))
      let store0 = try #require(told.first).position.store
      for place in 0...5 {
        let cursor = BatchCursor(store: store0, place: Int64(place))
        let news = try await store.news(after: cursor, of: nil, limit: 10)
        #expect(news.isWhole)
        #expect(news.words == Array(all.dropFirst(place)))
        #expect(news.entries == told.flatMap(\.entries).dropFirst(place).map(\.self))
        #expect(news.position == told.last?.position)
        #expect(Set(news.batches.keys) == Set(news.entries.map(\.batch)))
      }
    }
  }

  @Test("Of one batch it is what was told of that, also from its beginning", arguments: BatchStores.allCases)
  func ofOne(_ kind: BatchStores) async throws {
    try await kind.with { store, _ in
      let told = try await fill(store)
      let news = try await store.news(after: nil, of: "a", limit: 10)
      #expect(news.words == ["a 1 succeeded", "a 0 succeeded", "a end"])
      #expect(
        try await store.news(after: told[0].position, of: "a", limit: 10).words == ["a 0 succeeded", "a end"]
      )
      #expect(try await store.news(after: nil, of: "other", limit: 10).words.isEmpty)
    }
  }

  @Test(
    "Where more was told than is wanted, ends are, and that something is left out",
    arguments: BatchStores.allCases
  )
  func tooMuch(_ kind: BatchStores) async throws {
    try await kind.with { store, _ in
      _ = try await fill(store)
      let news = try await store.news(after: nil, of: "a", limit: 1)
      #expect(!news.isWhole)
      #expect(news.words == ["a end"])
      #expect(try await store.news(after: nil, of: "a", limit: 2).isWhole)
    }
  }

  @Test(
    "A place of another store, one that never was, and none at all are no places to go on from",
    arguments: BatchStores.allCases
  )
  func unknown(_ kind: BatchStores) async throws {
    try await kind.with { store, _ in
      let position = try #require(try await fill(store).last).position
      let cursors = [
        nil, BatchCursor(store: "another", place: 1),
        BatchCursor(store: position.store, place: position.place + 1),
      ]
      for cursor in cursors {
        let news = try await store.news(after: cursor, of: nil, limit: 10)
        #expect(!news.isWhole && news.words.isEmpty)
        #expect(news.position == position)
      }
    }
  }

  @Test("Two stores have different names", arguments: BatchStores.allCases)
  func names(_ kind: BatchStores) async throws {
    try await kind.with { store, _ in
      try await kind.with { other, _ in
        let names = try await [store, other].asyncMap {
          try await $0.news(after: nil, of: nil, limit: 0).position.store
        }
        #expect(names[0] != names[1])
      }
    }
  }

  /// The news of a batch that is gone are nobody's, and to say nothing of it would be silence.
  @Test(
    "Where what was told is forgotten, that something is left out is said",
    arguments: BatchStores.allCases
  )
  func forgotten(_ kind: BatchStores) async throws {
    try await kind.with { store, _ in
      let told = try await fill(store)
      let all = BatchLimits(running: 1, runningOfOne: 1, ended: 1)
      try await store.sweep(all)
      #expect(try await store.batch("b") == nil)
      #expect(try await !store.news(after: told[0].position, of: nil, limit: 10).isWhole)
      let later = try await store.news(after: told[1].position, of: nil, limit: 10)
      #expect(later.isWhole)
      #expect(later.words == ["a 0 succeeded", "a end"])
    }
  }
}

extension Array {
  fileprivate func asyncMap<Value>(_ change: (Element) async throws -> Value) async rethrows -> [Value] {
    var values: [Value] = []
    for element in self { values.append(try await change(element)) }
    return values
  }
}
