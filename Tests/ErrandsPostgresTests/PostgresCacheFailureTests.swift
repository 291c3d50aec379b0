import Errands
import ErrandsPostgres
import ErrandsTesting
import Foundation
import Testing

/// What is there is made all the same.
@Suite("A cache whose database does not do what it is asked for", .timeLimit(.minutes(2)))
struct PostgresCacheFailureTests {
  private let made = Events<Data>()

  private func make() -> Errand<Data> { making(Data("cover".utf8), made) }

  // Each picture waited for a database that hung, and nobody saw any.
  @Test(
    "One that takes long over a look-up, or over what was made, is not waited for",
    arguments: ["_lease", ""]
  )
  func slow(_ table: String) async throws {
    var configuration = PostgresPool.Configuration()
    configuration.answerLimit = nil
    let pool = PostgresPool(try await TestServer.database(), configuration: configuration)
    let cache = PostgresCache(pool)
    try await cache.prepare().value()
    let holding = Holding("LOCK TABLE errands_cache\(table) IN SHARE MODE", in: pool.another())
    try await holding.begun.wait()
    #expect(try await cache.value(for: "cover", make: make()).value() == Data("cover".utf8))
    try await holding.end()
    #expect(try await pool.answers())
  }

  // Until the clock was again where it had been nobody made the picture of a server that had died.
  @Test("A lease of before the database's clock was set back holds up nobody")
  func setBack() async throws {
    let pool = try await PostgresPool.ofNewDatabase()
    let cache = PostgresCache(pool)
    try await cache.prepare().value()
    try await pool.work { database in
      try database.script(
        """
        INSERT INTO errands_cache_lease (key, holder, until)
        VALUES ('cover', 'gone', extract(epoch FROM clock_timestamp()) + 3600)
        """
      )
    }.value()
    #expect(try await cache.value(for: "cover", make: make()).value() == Data("cover".utf8))
  }

  // Each of these failed all that was asked for, though nothing was needed for it but to make it.
  @Test("One that has not the tables, or ends each statement, does not fail what is asked for")
  func refusing() async throws {
    let pool = try await PostgresPool.ofNewDatabase()
    #expect(try await PostgresCache(pool).value(for: "cover", make: make()).value() == Data("cover".utf8))
    let cache = PostgresCache(try await changed(pool, "statement_timeout = 1"))
    #expect(try await cache.value(for: "cover", make: make()).value() == Data("cover".utf8))
  }

  @Test("One that may only be read does not fail what is asked for, and counts as away")
  func readOnly() async throws {
    let pool = try await PostgresPool.ofNewDatabase()
    try await PostgresCache(pool).prepare().value()
    let standing = try await changed(pool, "default_transaction_read_only = on")
    let cache = PostgresCache(standing)
    #expect(try await cache.value(for: "cover", make: make()).value() == Data("cover".utf8))
    let error = await #expect(throws: PostgresError.self) {
      try await standing.work { try $0.script("CREATE TABLE thing (id bigint)") }.value()
    }
    #expect(error?.isAbsence == true)
  }

  @Test("Why it hears nothing of others can be asked for, and there is no reason while it does")
  func listeningError() async throws {
    let away = PostgresCache(PostgresPool(try PostgresAddress("postgres://x@127.0.0.1:1/x")))
    while away.listeningError == nil {
      try Task.checkCancellation()
      await Task.yield()
    }
    #expect(away.listeningError?.isAbsence == true)
    let cache = try await PostgresCache.several(1)[0]
    #expect(cache.listeningError == nil)
  }

  /// The same database, with another setting for those that come now.
  private func changed(_ pool: PostgresPool, _ setting: String) async throws -> PostgresPool {
    let name = try await TestServer.name(of: pool)
    try await pool.work { try $0.script("ALTER DATABASE \(name) SET \(setting)") }.value()
    return pool.another()
  }
}
