import Errands
import ErrandsPostgres
import Testing

@Suite("Migrations of a PostgreSQL database", .timeLimit(.minutes(2)))
struct PostgresMigrationTests {
  private let steps = [
    PostgresMigration("1 things", "CREATE TABLE thing (id bigint); INSERT INTO thing VALUES (1)"),
    PostgresMigration("2 names", "ALTER TABLE thing ADD COLUMN name text; INSERT INTO thing VALUES (2, 'x')"),
  ]

  @Test("Each step is done once, however many servers begin at the same time")
  func atOnce() async throws {
    let address = try await TestServer.database()
    let pools = (0..<10).map { _ in PostgresPool(address) }
    // Connected before, so that they do begin at the same time.
    for pool in pools { try await pool.work { try $0.script("SELECT 1") }.value() }
    let runs = pools.map { $0.migrate(steps).run() }
    for run in runs { try await run.value }
    #expect(try await ids(in: pools[0]) == [1, 2])
    try await pools[1].migrate(steps).value()
    #expect(try await ids(in: pools[0]) == [1, 2])
  }

  @Test("Steps that are new are done behind those that were")
  func later() async throws {
    let pool = try await PostgresPool.ofNewDatabase()
    try await pool.migrate([steps[0]]).value()
    #expect(try await ids(in: pool) == [1])
    try await pool.migrate(steps).value()
    #expect(try await ids(in: pool) == [1, 2])
  }

  @Test("A step that fails leaves nothing of itself, nor of those before it in the same start")
  func failing() async throws {
    let pool = try await PostgresPool.ofNewDatabase()
    let broken = PostgresMigration("3 broken", "INSERT INTO thing VALUES (3); SELEKT")
    await #expect(throws: PostgresError.self) { try await pool.migrate(steps + [broken]).value() }
    try await pool.migrate(steps).value()
    #expect(try await ids(in: pool) == [1, 2])
  }

  @Test("An older program goes on beside a newer one whose steps it can be beside, and beside no other")
  func skew() async throws {
    let pool = try await PostgresPool.ofNewDatabase()
    let added = PostgresMigration("3 more", isCompatible: true, "CREATE TABLE more (id bigint)")
    try await pool.migrate(steps + [added]).value()
    try await pool.migrate(steps).value()
    let changed = PostgresMigration("4 other", "ALTER TABLE thing DROP COLUMN name")
    try await pool.migrate(steps + [added, changed]).value()
    await #expect(throws: PostgresMigration.Mismatch.newer(step: "4 other")) {
      try await pool.migrate(steps).value()
    }
  }

  /// A connection that had asked for all columns of a table was refused the same for as long as it lived, once a newer program
  /// had added one.
  @Test("A column that is added is no trouble to one who asks for all columns", arguments: [false, true])
  func addedColumn(inTransaction: Bool) async throws {
    let pool = try await PostgresPool.ofNewDatabase { $0.connections = 1 }
    try await pool.migrate([steps[0]]).value()
    let ask: @Sendable (PostgresConnection) throws -> Int = { database in
      try database.execute("SELECT * FROM thing WHERE id = $1", [1])[0].value("id")
    }
    #expect(try await pool.work("asking", ask).value() == 1)
    try await pool.another().migrate(steps).value()
    let again = inTransaction ? pool.transaction("asking", ask) : pool.work("asking", ask)
    #expect(try await again.value() == 1)
  }

  @Test("What the server cannot do is told as that, however often it is asked for")
  func unsupported() async throws {
    let pool = try await PostgresPool.ofNewDatabase { $0.connections = 1 }
    // Found when it is done, and not when it is prepared.
    _ = try await pool.work { database in
      try database.script(
        """
        CREATE FUNCTION never() RETURNS bigint LANGUAGE plpgsql AS
        $$ BEGIN RAISE EXCEPTION 'Never.' USING ERRCODE = '0A000'; END $$
        """
      )
    }.value()
    for _ in 0..<3 {
      let error = await #expect(throws: PostgresError.self) {
        try await pool.transaction { try $0.execute("SELECT never()").count }.value()
      }
      #expect(error == .server(.init(state: "0A000", message: "Never.")))
    }
  }

  @Test("Another program's database is left alone")
  func foreign() async throws {
    let pool = try await PostgresPool.ofNewDatabase()
    try await pool.migrate([PostgresMigration("1 theirs", "CREATE TABLE theirs (id bigint)")]).value()
    await #expect(throws: PostgresMigration.Mismatch.other(found: "1 theirs", expected: "1 things")) {
      try await pool.migrate(steps).value()
    }
  }

  private func ids(in pool: PostgresPool) async throws -> [Int] {
    try await pool.work { try $0.execute("SELECT id FROM thing ORDER BY id").map { try $0.value("id") } }
      .value()
  }
}
