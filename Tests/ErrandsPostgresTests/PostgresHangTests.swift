import Errands
import ErrandsPostgres
import ErrandsTesting
import Foundation
import Testing

@Suite("A PostgreSQL that hangs", .timeLimit(.minutes(2)))
struct PostgresHangTests {
  // A server whose disk or whose tables were held up kept every thread and every request for as long as that lasted.
  @Test("A statement that is not answered in time fails as one whose database is away, and the next is asked")
  func silent() async throws {
    let pool = try await PostgresPool.ofNewDatabase {
      $0.connections = 1
      $0.answerLimit = .milliseconds(500)
    }
    _ = try await pool.work { try $0.script("CREATE TABLE thing (id bigint)") }.value()
    let holding = Holding("LOCK TABLE thing", in: pool.another())
    try await holding.begun.wait()
    let error = await #expect(throws: PostgresError.self) {
      try await pool.work { try $0.execute("SELECT * FROM thing").count }.value()
    }
    #expect(error == .connectionLost(reason: "it has not answered within 0.5 seconds"))
    #expect(error?.isAbsence == true)
    #expect(try await pool.answers())
    // The server notices by itself that nobody is there any more.
    while try await pool.otherConnections(where: "query LIKE '%FROM thing%' AND state = 'active'") > 0 {}
    try await holding.end()
    #expect(try await pool.number("SELECT count(*) AS number FROM thing") == 0)
  }

  // Told as a connection that was lost, it would have been made again by whoever tries again what was taken back.
  @Test("A change that hangs as it is made fast may have been made: that is said, and it is not done again")
  func unknownCommit() async throws {
    let pool = try await PostgresPool.ofNewDatabase {
      $0.connections = 1
      $0.answerLimit = .milliseconds(500)
    }
    // What is deferred is done at the end of the transaction.
    _ = try await pool.work { database in
      try database.script(
        """
        CREATE TABLE thing (id bigint);
        CREATE FUNCTION hang() RETURNS trigger LANGUAGE plpgsql AS
          'BEGIN PERFORM pg_sleep(600); RETURN NEW; END';
        CREATE CONSTRAINT TRIGGER hanging AFTER INSERT ON thing
          DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION hang()
        """
      )
    }.value()
    let tries = Events<Void>()
    let error = await #expect(throws: PostgresError.self) {
      try await pool.transaction { database in
        tries.record(())
        try database.execute("INSERT INTO thing VALUES (1)")
      }.value()
    }
    #expect(error == .commitUnknown(reason: "it has not answered within 0.5 seconds"))
    #expect(error?.isAbsence == true && error?.isCollision == false)
    #expect(tries.count == 1)
    while try await pool.otherConnections(where: "query = 'COMMIT' AND state = 'active'") > 0 {}
    #expect(try await pool.number("SELECT count(*) AS number FROM thing") == 0)
  }

  // By a request to cancel, which a server that hangs does not hear, the connection was lost to all others.
  @Test("Work that is cancelled while the server hangs makes room for the next")
  func frozen() async throws {
    try await withFrozen { pool in
      let answers = try await pool.answers()
      #expect(answers)
    }
  }

  #if os(Linux)
    // Each kept a thread until the server had ended its query, and one more that told it to: there were 711.
    @Test("Work that is cancelled while the server hangs keeps no thread of its own")
    func threads() async throws {
      try await withFrozen { pool in
        let before = try threadCount()
        for _ in 0..<300 { pool.work { _ = try $0.execute("SELECT 1") }.run().cancel() }
        let after = try threadCount()
        #expect(after < before + 100)
        let answers = try await pool.answers()
        #expect(answers)
      }
    }

    private func threadCount() throws -> Int {
      try FileManager.default.contentsOfDirectory(atPath: "/proc/self/task").count
    }
  #endif

  /// With a pool whose only connection has been lent to work that was cancelled while the server had stopped.
  private func withFrozen(_ test: (PostgresPool) async throws -> Void) async throws {
    let pool = try await PostgresPool.ofNewDatabase {
      $0.connections = 1
      $0.answerLimit = nil
    }
    let pids = Events<Int>()
    let run = pool.work { database -> Void in
      pids.record(try database.execute("SELECT pg_backend_pid() AS pid")[0].value("pid"))
      try database.execute("SELECT pg_sleep(600)")
    }.run()
    let pid = try await pids.event(1)
    // Amid the statement, and where it holds nothing that the others need.
    let isAsleep = "pid = \(pid) AND wait_event = 'PgSleep'"
    let other = pool.another()
    while try await other.otherConnections(where: isAsleep) == 0 {}
    kill(pid_t(pid), SIGSTOP)
    defer { kill(pid_t(pid), SIGCONT) }
    run.cancel()
    await #expect(throws: CancellationError.self) { try await run.value }
    try await test(pool)
  }

  // It would give up where another server has much to carry over.
  @Test("Migrations wait for those of another server for as long as these take")
  func migrations() async throws {
    let pool = try await PostgresPool.ofNewDatabase { $0.answerLimit = .milliseconds(200) }
    let other = pool.another()
    let holding = Holding("SELECT pg_advisory_xact_lock(hashtext('steps'))", in: pool.another())
    try await holding.begun.wait()
    let run = pool.migrate([PostgresMigration("1 thing", "CREATE TABLE thing (id bigint)")], in: "steps")
      .run()
    let long =
      "query LIKE '%advisory%' AND wait_event_type = 'Lock' AND clock_timestamp() - query_start > '0.5s'"
    while try await other.otherConnections(where: long) == 0 {}
    try await holding.end()
    try await run.value
    #expect(try await other.number("SELECT count(*) AS number FROM steps") == 1)
  }

  @Test("What is large goes and comes while nobody reads the other end for a moment")
  func large() async throws {
    let pool = try await PostgresPool.ofNewDatabase()
    let bytes = Data(count: 40_000_000)
    let size = try await pool.work { database in
      try database.execute("SELECT $1 AS bytes", [.bytes(bytes)])[0].value("bytes", as: Data.self).count
    }.value()
    #expect(size == bytes.count)
  }
}

/// A transaction that holds something until it is told to end.
struct Holding: Sendable {
  let begun = Gate()
  private let semaphore = DispatchSemaphore(value: 0)
  private let run: Run<Void>

  init(_ statement: String, in pool: PostgresPool) {
    run = pool.transaction { [begun, semaphore] database in
      try database.script(statement)
      begun.open()
      semaphore.wait()
    }.run()
  }

  func end() async throws {
    semaphore.signal()
    try await run.value
  }
}
