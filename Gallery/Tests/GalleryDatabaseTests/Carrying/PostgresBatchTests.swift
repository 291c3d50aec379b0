import ErrandsPostgres
import ErrandsTesting
import Foundation
import GalleryDatabase
import GalleryJobs
import Testing

@testable import GalleryPostgres

@Suite("Batches that several servers share", .timeLimit(.minutes(1)))
struct PostgresBatchTests {
  /// What had been picked was picked anew for each member that there was: all ten thousand went to one server, and a batch of them
  /// could neither be taken nor ended within any time.
  @Test(
    "No more are given than are asked for, and a large one ends, though the database knows small ones only"
  )
  func plans() async throws {
    try await withPostgresLibrary { library in
      let (store, worker) = (library.batches, BatchWorker())
      try await store.add("small", 60)
      _ = try await store.take(60, for: worker)
      try await store.succeed(0..<60, of: "small")
      _ = try await library.pool.work { try $0.script("ANALYZE") }.value()
      try await store.add("large", 10_000)
      for round in 0..<3 {
        let taken = try #require(try await store.take(8, for: worker))
        #expect(taken.members.map(\.index) == Array(round * 8..<round * 8 + 8))
      }
      let news = try #require(try await store.end("large", .cancelled))
      #expect(news.entries.count == 10_001)
    }
  }

  enum Call: CaseIterable {
    case take, record, end
  }

  /// It was one statement, which the database carried out though nobody waited for it any more. What a server had taken without
  /// knowing it was nobody's to carry out for as long as that server lived.
  @Test("A call that is given up while it waits for others has changed nothing", arguments: Call.allCases)
  func givenUp(_ call: Call) async throws {
    try await withPostgresLibrary { library in
      let store = library.batches
      try await store.add("a", 2)
      let before = try await store.contents(of: "a")
      try await library.holding(call == .take ? .taking : .telling) { locked in
        let calling = Task {
          switch call {
          case .take: _ = try await store.take(for: BatchWorker())
          case .record: try await store.succeed([0], of: "a")
          case .end: _ = try await store.end("a", .cancelled)
          }
        }
        try await locked.hasOthers()
        calling.cancel()
        await #expect(throws: CancellationError.self) { try await calling.value }
      }
      // Whoever comes now waits until the one that was given up is over.
      try await library.holding(call == .take ? .taking : .telling) { _ in }
      #expect(try await store.contents(of: "a") == before)
      let taken = try #require(try await store.take(for: BatchWorker()))
      #expect(taken.members.count == 2)
    }
  }

  /// It counted from before the wait: those that had renewed theirs meanwhile were taken for dead.
  @Test("A lease begins behind the wait for others")
  func leaseBehindWait() async throws {
    try await withPostgresLibrary { library in
      let (store, worker) = (library.batches, BatchWorker())
      try await store.add("a", 2)
      var released = 0.0
      var taking: Task<BatchWork?, any Error>?
      try await library.holding(.taking) { locked in
        taking = Task { try await store.take(for: worker) }
        try await locked.hasOthers()
        released = try await library.seconds("extract(epoch FROM clock_timestamp())::double precision")
      }
      #expect(try await taking?.value?.members.count == 2)
      let renewed = try await library.seconds("renewed", from: "gallery_batch_worker")
      #expect(renewed >= released)
    }
  }

  /// Ten servers that came back at once each waited for the rows of the others.
  @Test("One who says that it lives waits for none of those that may have died")
  func renewing() async throws {
    try await withPostgresLibrary { library in
      let dead = "INSERT INTO gallery_batch_worker VALUES ('dead', 0, 1), ('long dead', 0, 1)"
      _ = try await library.pool.work { try $0.script(dead) }.value()
      try await library.holding(.dead) { _ in try await library.batches.renew(BatchWorker(), spent: [:]) }
      let left = try await library.pool.work { database in
        try database.execute("SELECT id FROM gallery_batch_worker WHERE renewed = 0").map {
          try $0.value("id", as: String.self)
        }
      }.value()
      #expect(left == ["dead"])
    }
  }

  @Test("What cannot be read is not written, nor read by who does not ask for it")
  func unreadable() async throws {
    try await withPostgresLibrary { library in
      let store = library.batches
      try await store.add("a", 2)
      let member = PhotoMember(index: 0, url: "/a/0", status: .succeeded, bytes: -1)
      await #expect(throws: LibraryError.self) {
        try await store.record([BatchOutcome(batch: "a", member: member)])
      }
      #expect(try await store.contents(of: "a")?.outcomes == [nil, nil])
      try await store.succeed([0, 1], of: "a")
      _ = try await library.pool.work { try $0.script("UPDATE gallery_batch SET spent = -1") }.value()
      let begun = try await store.news(after: nil, of: nil, limit: 0)
      let foreign = try await store.news(after: BatchCursor(store: "other", place: 0), of: nil, limit: 9)
      #expect(begun.position.place == 3 && !foreign.isWhole)
    }
  }

  @Test("Names with zero bytes are nobody's")
  func zeroBytes() async throws {
    try await withPostgresLibrary { library in
      let store = library.batches
      try await store.add("a", 1)
      #expect(try await store.news(after: nil, of: "a\0", limit: 9).entries.isEmpty)
      #expect(try await store.take(for: BatchWorker(), except: ["a\0"])?.members.count == 1)
    }
  }
}

extension PostgresLibrary {
  enum Held: String {
    case taking = "SELECT pg_advisory_xact_lock(hashtext('gallery_batch_take'))"
    case telling = "SELECT FROM gallery_batch_log FOR UPDATE"
    case dead = "SELECT FROM gallery_batch_worker WHERE id = 'dead' FOR UPDATE"
  }

  struct Holder {
    let pool: PostgresPool

    /// Until somebody waits for what is held.
    func hasOthers() async throws {
      while try await waiting() == 0 {}
    }

    private func waiting() async throws -> Int {
      try await pool.work { database in
        try database.execute("SELECT count(*) AS count FROM pg_locks WHERE NOT granted")[0].value("count")
      }.value()
    }
  }

  /// Holds something in a transaction of its own.
  fileprivate func holding(_ held: Held, _ body: (Holder) async throws -> Void) async throws {
    let other = PostgresPool(pool.address)
    defer { other.close() }
    let (begun, gate) = (Events<Int>(), DispatchSemaphore(value: 0))
    let transaction = other.transaction { database in
      try database.execute(held.rawValue)
      begun.record(1)
      gate.wait()
    }.run()
    _ = try await begun.event(1)
    let result: Result<Void, any Error>
    do { result = .success(try await body(Holder(pool: other))) } catch { result = .failure(error) }
    gate.signal()
    try await transaction.value
    try result.get()
  }

  fileprivate func seconds(_ column: String, from table: String? = nil) async throws -> Double {
    let query = "SELECT \(column) AS seconds" + (table.map { " FROM \($0)" } ?? "")
    return try await pool.work { try $0.execute(query)[0].value("seconds", as: Double.self) }.value()
  }
}
