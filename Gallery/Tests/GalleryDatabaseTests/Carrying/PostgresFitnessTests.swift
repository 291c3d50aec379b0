import ErrandsPostgres
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
      try await library.pool.work { database in
        let name = try database.execute("SELECT current_database()::text AS name")[0]
          .value("name", as: String.self)
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
