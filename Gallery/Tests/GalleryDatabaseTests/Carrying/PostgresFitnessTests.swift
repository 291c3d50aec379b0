import ErrandsPostgres
import GalleryDatabase
import GalleryPostgres
import Testing

@Suite("A PostgreSQL for a library", .timeLimit(.minutes(2)))
struct PostgresFitnessTests {
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
}
