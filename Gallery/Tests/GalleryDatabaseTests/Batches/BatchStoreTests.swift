import Foundation
import GalleryJobs
import Testing

@Suite("A store of batches", .timeLimit(.minutes(1)))
struct BatchStoreTests {
  private let worker = BatchWorker(id: "one")

  @Test("A batch is kept as it was ordered, with every member, in order", arguments: BatchStores.allCases)
  func create(_ kind: BatchStores) async throws {
    try await kind.with { store, time in
      let addresses = ["/ảnh 1.jpg", "", "no address", "/ảnh 1.jpg"]
      let order = BatchOrder(addresses: addresses, style: .promise, timeLimit: .milliseconds(1500))
      try await store.create(order, within: .usual)
      let contents = try #require(try await store.contents(of: order.id))
      #expect(contents.addresses == addresses)
      #expect(contents.outcomes == [nil, nil, nil, nil])
      #expect(contents.summary == nil)
      let batch = contents.batch
      #expect((batch.id, batch.style, batch.timeLimit) == (order.id, .promise, .milliseconds(1500)))
      #expect((batch.total, batch.settled, batch.spent, batch.ended) == (4, 0, .zero, nil))
      #expect(batch.started == time.now)
      #expect(try await store.batch(order.id) == batch)
      #expect(try await store.batch("other") == nil)
      #expect(try await store.contents(of: "other") == nil)
    }
  }

  @Test(
    "Outcomes are kept and counted, whatever their order, and the last one ends the batch",
    arguments: BatchStores.allCases
  )
  func record(_ kind: BatchStores) async throws {
    try await kind.with { store, time in
      try await store.add("a", 3)
      let first = try await store.record([.failed(2, of: "a", "Không được."), .succeeded(0, of: "a")])
      #expect(first.words == ["a 2 failed", "a 0 succeeded"])
      #expect(first.isWhole)
      #expect(first.batches["a"]?.progress == PhotoBatchProgress(settled: 2, total: 3, bytes: 10))
      #expect(first.batches["a"]?.ended == nil)
      time.advance(by: 5)
      let last = try await store.succeed([1], of: "a")
      #expect(last.words == ["a 1 succeeded", "a end"])
      #expect(last.batches["a"]?.ended == time.now)
      let contents = try #require(try await store.contents(of: "a"))
      #expect(contents.outcomes.map { $0?.status } == [.succeeded, .succeeded, .failed])
      #expect(contents.outcomes.map { $0?.error } == [nil, nil, "Không được."])
      let summary = try #require(contents.summary)
      #expect((summary.succeeded, summary.failed, summary.cancelled, summary.timedOut) == (2, 1, 0, false))
      #expect(summary.errors.map(\.index) == [2])
    }
  }

  // A planner that knows nothing of how many there are took minutes for it.
  @Test(
    "Ten thousand members of a batch that is cancelled are told at once, in order",
    arguments: BatchStores.allCases
  )
  func many(_ kind: BatchStores) async throws {
    try await kind.with { store, _ in
      try await store.add("a", 10_000)
      try await store.succeed(0..<100, of: "a")
      let news = try #require(try await store.end("a", .cancelled))
      #expect(news.words == (100..<10_000).map { "a \($0) cancelled" } + ["a end"])
      let batch = try #require(try await store.batch("a"))
      #expect((batch.succeeded, batch.cancelled, batch.settled) == (100, 9_900, 10_000))
    }
  }

  @Test(
    "A member is told once: the first outcome counts, be it recorded again or by another",
    arguments: BatchStores.allCases
  )
  func once(_ kind: BatchStores) async throws {
    try await kind.with { store, _ in
      try await store.add("a", 2)
      let twice = try await store.record([.succeeded(0, of: "a"), .failed(0, of: "a")])
      #expect(twice.words == ["a 0 succeeded"])
      #expect(try await store.record([.failed(0, of: "a")]).words.isEmpty)
      #expect(try await store.succeed([1], of: "a").words == ["a 1 succeeded", "a end"])
      #expect(try await store.record([.failed(1, of: "a")]).words.isEmpty, "and the end is told once, too")
      #expect(try await store.batch("a")?.succeeded == 2)
      #expect(
        try await store.record([.succeeded(7, of: "a"), .succeeded(0, of: "no such batch")]).words.isEmpty
      )
    }
  }

  @Test("Ends once, however many record its members at the same time", arguments: BatchStores.allCases)
  func crowd(_ kind: BatchStores) async throws {
    try await kind.with { store, _ in
      try await store.add("a", 40)
      let news = try await withThrowingTaskGroup(of: BatchNews.self) { group in
        for index in 0..<80 { group.addTask { try await store.succeed([index % 40], of: "a") } }
        return try await group.reduce(into: []) { $0.append($1) }
      }
      let words = news.flatMap(\.words)
      #expect(words.count == 41 && Set(words).count == 41)
      #expect(words.count { $0 == "a end" } == 1)
      let places = news.flatMap(\.entries).map(\.place)
      #expect(places.sorted() == Array(1...41))
    }
  }

  @Test(
    "One that is cancelled keeps what it has, and the rest is cancelled; later outcomes come too late",
    arguments: BatchStores.allCases
  )
  func cancelled(_ kind: BatchStores) async throws {
    try await kind.with { store, _ in
      try await store.add("a", 3)
      try await store.succeed([1], of: "a")
      let news = try #require(try await store.end("a", .cancelled))
      #expect(news.words == ["a 0 cancelled", "a 2 cancelled", "a end"])
      #expect(news.batches["a"]?.cancelled == 2)
      #expect(try await store.end("a", .timedOut)?.words == [])
      #expect(try await store.succeed([0], of: "a").words.isEmpty)
      let batch = try #require(try await store.batch("a"))
      #expect((batch.succeeded, batch.cancelled, batch.timedOut) == (1, 2, false))
      #expect(try await store.end("other", .cancelled) == nil)
    }
  }

  @Test("One whose time is over says so", arguments: BatchStores.allCases)
  func timedOut(_ kind: BatchStores) async throws {
    try await kind.with { store, _ in
      try await store.add("a", 2)
      #expect(try await store.end("a", .timedOut)?.words == ["a 0 cancelled", "a 1 cancelled", "a end"])
      #expect(try await store.contents(of: "a")?.summary?.timedOut == true)
    }
  }

  @Test("An empty one is given to somebody, who ends it, with zeros", arguments: BatchStores.allCases)
  func empty(_ kind: BatchStores) async throws {
    try await kind.with { store, _ in
      try await store.add("a", 0)
      let work = try #require(try await store.take(for: worker))
      #expect(work.batch.id == "a" && work.members.isEmpty)
      #expect(try await store.end("a", .cancelled)?.words == ["a end"])
      #expect(try await store.take(for: worker) == nil)
      let batch = try #require(try await store.batch("a"))
      #expect((batch.settled, batch.timedOut, batch.ended != nil) == (0, false, true))
    }
  }

  @Test(
    "They are listed by pages, newest first, and what begins meanwhile repeats nothing",
    arguments: BatchStores.allCases
  )
  func pages(_ kind: BatchStores) async throws {
    try await kind.with { store, time in
      for id in ["a", "b", "c", "d", "e"] { try await store.add(id, 1) }
      let first = try await store.page(after: nil, limit: 2)
      #expect(first.map(\.id) == ["e", "d"])
      // The clock is put back, which changes no order.
      time.advance(by: -1000)
      try await store.add("f", 1)
      let second = try await store.page(after: first.last?.number, limit: 2)
      #expect(second.map(\.id) == ["c", "b"])
      #expect(try await store.page(after: second.last?.number, limit: 2).map(\.id) == ["a"])
      #expect(try await store.page(after: nil, limit: 1).map(\.id) == ["f"])
    }
  }
}
