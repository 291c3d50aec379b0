import ErrandsPostgres
import ErrandsTesting
import Foundation
import GalleryDatabase
import GalleryPostgres
import Testing

@Suite("A PostgreSQL for a library", .timeLimit(.minutes(2)))
struct PostgresFitnessTests {
  // It was taken, and then refused every title with a sign that it did not know.
  @Test("One in another encoding than UTF-8 is refused, and it is said how to make one")
  func encoding() async throws {
    let pool = PostgresPool(try await TestServer.database("ENCODING 'LATIN1' TEMPLATE template0"))
    defer { pool.close() }
    let error = await #expect(throws: LibraryError.self) { try await PostgresLibrary(pool) }
    let told = try #require(error).description
    #expect(told.hasSuffix("has the encoding LATIN1; create one WITH ENCODING 'UTF8' TEMPLATE template0."))
  }

  // One that had been made the standby of another was sent all that was to be written.
  @Test("One that may only be read is not ready, and what is written to it fails as where it is away")
  func readOnly() async throws {
    try await withPostgresLibrary { library in
      try await library.checkReady()
      let name = try await TestServer.name(of: library.pool)
      try await library.pool.work { database in
        try database.script("ALTER DATABASE \(name) SET default_transaction_read_only = on")
      }.value()
      library.pool.close()
      for work in [library.checkReady, { _ = try await library.keep(.picture("a")) }] {
        let error = await #expect(throws: LibraryError.self) { try await work() }
        guard case .away? = error else {
          Issue.record("\(String(describing: error))")
          continue
        }
      }
    }
  }

  // Of two servers under a role with few connections both said that they were ready, and one heard nothing of the other's batches;
  // later, of its purges.
  @Test(
    "A server that has no connection to hear on is not ready, and is again when it has one",
    arguments: ["LISTEN", "LISTEN \"gallery_cache", "SELECT pg_try_advisory"]
  )
  func deaf(_ beginning: String) async throws {
    try await withPostgresLibrary { library in
      await library.beginServing()
      let pictures = try await library.pictures()
      let changes = try await heard(library)
      try await library.checkReady()
      let admit = try await refuse(library, whatBegins: beginning)
      try await admit()
      while (try? await library.checkReady()) == nil {}
      withExtendedLifetime((changes, pictures)) {}
    }
  }

  @Test("What nobody listens to any more has no say in it")
  func left() async throws {
    try await withPostgresLibrary { library in
      var changes = Optional(try await heard(library))
      _ = try await refuse(library, whatBegins: "LISTEN")
      withExtendedLifetime(changes) {}
      changes = nil
      while (try? await library.checkReady()) == nil {}
    }
  }

  /// Changes of batches, from when they are heard.
  private func heard(_ library: PostgresLibrary) async throws -> AsyncStream<Void> {
    let changes = library.batches.changes()
    var news = changes.makeAsyncIterator()
    _ = try #require(await news.next())
    return changes
  }

  /// Ends the connections to the database that have begun so, and lets nobody in any more.
  ///
  /// - Returns: What lets all in again, when the library has said that it is not ready.
  private func refuse(
    _ library: PostgresLibrary,
    whatBegins beginning: String
  ) async throws -> @Sendable () async throws -> Void {
    let name = try await TestServer.name(of: library.pool)
    let admin = PostgresPool(try await TestServer.database())
    try await admin.work { database in
      try database.script("ALTER DATABASE \(name) ALLOW_CONNECTIONS false")
      try database.script(
        """
        SELECT pg_terminate_backend(pid) FROM pg_stat_activity
        WHERE datname = '\(name)' AND query LIKE '\(beginning)%'
        """
      )
    }.value()
    var told = ""
    while !told.contains("is not currently accepting connections") {
      do { try await library.checkReady() } catch { told = "\(error)" }
    }
    return { try await admin.work { try $0.script("ALTER DATABASE \(name) ALLOW_CONNECTIONS true") }.value() }
  }

  // It saw neither what had been there, which was gone from the tables, nor what had come, which was too new for it.
  @Test("A backup that begins while everything is replaced has what is there behind that")
  func replaced() async throws {
    try await withPostgresLibrary { library in
      for name in ["a", "b"] { _ = try await library.keep(.picture(name)) }
      let (begun, end) = (Gate(), DispatchSemaphore(value: 0))
      let replacing = library.pool.transaction { database in
        try database.script(
          """
          CREATE TEMPORARY TABLE kept ON COMMIT DROP AS SELECT * FROM gallery_saved;
          TRUNCATE gallery_saved, gallery_file;
          INSERT INTO gallery_saved OVERRIDING SYSTEM VALUE SELECT * FROM kept;
          """
        )
        begun.open()
        end.wait()
      }.run()
      try await begun.wait()
      try await withFile { file in
        let path = file.path()
        async let count = library.backUp(to: path)
        while try await !isWaited(for: "gallery_saved", in: library.pool) {}
        end.signal()
        try await replacing.value
        // The two, and a row of the batches' log.
        let rows = try await count.rows
        #expect(rows == 3)
      }
    }
  }

  private func isWaited(for table: String, in pool: PostgresPool) async throws -> Bool {
    try await pool.work { database in
      try database.execute(
        "SELECT EXISTS (SELECT FROM pg_locks WHERE relation = $1::regclass AND NOT granted) AS answer",
        [.text(table)]
      )[0].value("answer")
    }.value()
  }

  // It ended in "(42501).; name a folder that can be written to.".
  @Test("What it refuses is told in whole sentences, in which there is no folder")
  func refused() {
    let refusal = PostgresError.server(.init(state: "42501", message: "permission denied for schema public"))
    #expect(
      "\(LibraryError.unusable("postgres://host/gallery", reason: "\(refusal)"))"
        == "The library postgres://host/gallery cannot be used: The database refuses: permission denied for schema public (42501)."
    )
  }
}
