import Errands
import ErrandsPostgres
import ErrandsTesting
import Foundation
import Testing

@Suite("A pool of connections to PostgreSQL", .timeLimit(.minutes(2)))
struct PostgresPoolTests {
  @Test("Values come back as they were sent, of each type, at its ends, and none")
  func values() async throws {
    let pool = try await PostgresPool.ofNewDatabase()
    try await pool.work { database in
      for number in [Int64.min, -1, 0, 1, .max] {
        let row = try database.execute("SELECT $1 AS number", [.int(number)])[0]
        #expect(try row.value("number") == number)
      }
      for number in [0.1, -Double.infinity, .greatestFiniteMagnitude, .leastNonzeroMagnitude] {
        #expect(try database.execute("SELECT $1 AS number", [.double(number)])[0].value("number") == number)
      }
      for text in ["", "'; DROP TABLE x; --", "hoà 🎶\n\t\\"] {
        #expect(try database.execute("SELECT $1 AS text", [.text(text)])[0].value("text") == text)
      }
      let bytes = Data((0...255).map { UInt8($0) })
      for data in [Data(), bytes, Data(count: 3_000_000)] {
        #expect(try database.execute("SELECT $1 AS bytes", [.bytes(data)])[0].value("bytes") == data)
      }
      for isTrue in [true, false] {
        #expect(try database.execute("SELECT $1 AS bool", [.bool(isTrue)])[0].value("bool") == isTrue)
      }
      let none = try database.execute("SELECT $1::text AS text, $2::bigint AS number", [nil, nil])[0]
      #expect(try none.optional("text", as: String.self) == nil)
      #expect(try none.optional("number", as: Int64.self) == nil)
      let small = try database.execute("SELECT 7::smallint AS a, 8::integer AS b, 0.5::real AS c")[0]
      #expect(try small.value("a") == 7 && small.value("b") == 8 && small.value("c") == 0.5)
    }.value()
  }

  @Test("Lists of values are lists", arguments: [0, 1, 1_000])
  func lists(count: Int) async throws {
    let pool = try await PostgresPool.ofNewDatabase()
    try await pool.work { database in
      let numbers = (0..<Int64(count)).map { $0 * 7 }
      let rows = try database.execute("SELECT unnest($1) AS number", [.ints(numbers)])
      #expect(try rows.map { try $0.value("number", as: Int64.self) } == numbers)
      let texts = numbers.map { "“\($0)”, {}" }
      let found = try database.execute("SELECT unnest($1) AS text", [.texts(texts)])
      #expect(try found.map { try $0.value("text", as: String.self) } == texts)
    }.value()
  }

  @Test("A column that cannot be read is told by its name, and so is one that is not there")
  func unreadable() async throws {
    let pool = try await PostgresPool.ofNewDatabase()
    try await pool.work { database in
      let row = try database.execute("SELECT 'x' AS a, now() AS b, NULL::text AS c")[0]
      for (column, reason) in [("a", "read as Int64"), ("b", "cast it"), ("c", "empty"), ("d", "not among")] {
        let error = #expect(throws: PostgresError.self) { try row.value(column, as: Int64.self) }
        #expect("\(String(describing: error))".contains(reason))
        #expect("\(String(describing: error))".contains(column))
      }
    }.value()
  }

  @Test("What the server refuses is told with its state, and the connection goes on")
  func refusal() async throws {
    let pool = try await PostgresPool.ofNewDatabase()
    try await pool.work { database in
      try database.script("CREATE TABLE thing (id bigint PRIMARY KEY)")
      try database.execute("INSERT INTO thing VALUES ($1)", [1])
      let error = #expect(throws: PostgresError.self) {
        try database.execute("INSERT INTO thing VALUES ($1)", [1])
      }
      guard case .server(let refusal)? = error else {
        Issue.record("\(String(describing: error))")
        return
      }
      #expect(refusal.state == "23505")
      #expect(refusal.constraint == "thing_pkey")
      #expect(throws: PostgresError.self) { try database.execute("SELEKT") }
      #expect(try database.change("UPDATE thing SET id = $1", [2]) == 1)
    }.value()
  }

  @Test("A transaction that throws leaves nothing, and one that does not leaves all")
  func transactions() async throws {
    struct Stopped: Error {}
    let pool = try await PostgresPool.ofNewDatabase()
    _ = try await pool.work { try $0.script("CREATE TABLE thing (id bigint)") }.value()
    await #expect(throws: Stopped.self) {
      try await pool.transaction { database -> Void in
        try database.execute("INSERT INTO thing VALUES (1)")
        throw Stopped()
      }.value()
    }
    #expect(try await count(in: pool) == 0)
    _ = try await pool.transaction { try $0.execute("INSERT INTO thing VALUES (1)").count }.value()
    #expect(try await count(in: pool) == 1)
  }

  /// The server takes such a transaction back, and says no more of it than that: it was told as done.
  @Test("A transaction that has caught an error of the server's fails with that")
  func caught() async throws {
    let pool = try await PostgresPool.ofNewDatabase()
    _ = try await pool.work { try $0.script("CREATE TABLE thing (id bigint PRIMARY KEY)") }.value()
    let error = await #expect(throws: PostgresError.self) {
      try await pool.transaction { database -> Int in
        try database.execute("INSERT INTO thing VALUES (1)")
        for _ in 0..<2 { do { try database.execute("INSERT INTO thing VALUES (1)") } catch {} }
        return 1
      }.value()
    }
    guard case .server(let refusal)? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(refusal.state == "23505")
    #expect(try await count(in: pool) == 0)
  }

  @Test("What goes on behind a savepoint is kept")
  func savepoint() async throws {
    let pool = try await PostgresPool.ofNewDatabase()
    _ = try await pool.work { try $0.script("CREATE TABLE thing (id bigint PRIMARY KEY)") }.value()
    try await pool.transaction { database in
      try database.execute("INSERT INTO thing VALUES (1)")
      try database.script("SAVEPOINT here")
      do { try database.execute("INSERT INTO thing VALUES (1)") } catch {}
      try database.script("ROLLBACK TO SAVEPOINT here")
    }.value()
    #expect(try await count(in: pool) == 1)
  }

  @Test(
    "Of what a server refuses, another transaction was in the way of what it says so of, and of nothing else",
    arguments: [("40001", true), ("40P01", true), ("40003", false), ("23505", false), ("57P01", false)]
  )
  func collision(_ state: String, _ isCollision: Bool) {
    #expect(PostgresError.server(.init(state: state, message: "no")).isCollision == isCollision)
    #expect(!PostgresError.connectionLost(reason: state).isCollision)
  }

  @Test("A transaction that collides each time is told so when it has been done again as often as it may be")
  func collidingAlways() async throws {
    let pool = try await PostgresPool.ofNewDatabase { $0.collisions = 3 }
    let tries = Events<Void>()
    let error = await #expect(throws: PostgresError.self) {
      try await pool.transaction { database -> Void in
        tries.record(())
        try database.script("DO 'BEGIN RAISE serialization_failure; END'")
      }.value()
    }
    #expect(error?.isCollision == true)
    #expect(tries.count == 4)
  }

  @Test("Transactions that are in one another's way are done again until each has been done")
  func collisions() async throws {
    let pool = try await PostgresPool.ofNewDatabase { $0.collisions = 100 }
    _ = try await pool.work {
      try $0.script("CREATE TABLE counter (n bigint); INSERT INTO counter VALUES (0)")
    }.value()
    let runs = (0..<40).map { _ in
      pool.transaction { database in
        try database.execute("SET TRANSACTION ISOLATION LEVEL SERIALIZABLE")
        let n = try database.execute("SELECT n FROM counter")[0].value("n", as: Int64.self)
        try database.execute("UPDATE counter SET n = $1", [.int(n + 1)])
      }.run()
    }
    for run in runs { try await run.value }
    #expect(try await pool.number("SELECT n AS number FROM counter") == 40)
  }

  // Where the database had another default, those that waited for one another's locks failed.
  @Test("A transaction sees what others have done meanwhile, whatever is usual in the database")
  func isolation() async throws {
    let pool = try await PostgresPool.ofNewDatabase()
    let name = try await TestServer.name(of: pool)
    _ = try await pool.work { database in
      try database.script(
        "ALTER DATABASE \(name) SET default_transaction_isolation = 'serializable'; CREATE TABLE thing (id bigint)"
      )
    }.value()
    let level = try await pool.another().transaction { database in
      try database.execute("SELECT current_setting('transaction_isolation') AS level")[0]
        .value("level", as: String.self)
    }.value()
    #expect(level == "read committed")
  }

  // Text is taken for UTF-8 here, whatever the address wants: what was no ASCII was kept as something else.
  @Test("Text is sent as UTF-8, whatever the address says")
  func encoding() async throws {
    let pool = try await PostgresPool.ofNewDatabase()
    let other = PostgresPool(try await TestServer.address(of: pool, "client_encoding=LATIN1"))
    let encoding = try await other.work { database in
      try database.execute("SELECT current_setting('client_encoding') AS encoding")[0]
        .value("encoding", as: String.self)
    }.value()
    #expect(encoding == "UTF8")
  }

  @Test("No more connections are opened than are allowed, however much work there is")
  func limit() async throws {
    let pool = try await PostgresPool.ofNewDatabase { $0.connections = 3 }
    let runs = (0..<50).map { _ in
      pool.work { try $0.execute("SELECT pg_backend_pid() AS pid")[0].value("pid", as: Int.self) }.run()
    }
    var pids: Set<Int> = []
    for run in runs { pids.insert(try await run.value) }
    #expect(pids.count <= 3)
  }

  @Test(
    "Work that is cancelled keeps its connection until the server has noticed, and the next waits for that"
  )
  func limitBehindCancelled() async throws {
    let pool = try await PostgresPool.ofNewDatabase { $0.connections = 2 }
    let other = pool.another()
    for _ in 0..<30 {
      let run = pool.work { _ = try $0.execute("SELECT pg_sleep(600)") }.run()
      #expect(try await other.otherConnections() <= 2)
      run.cancel()
    }
    #expect(try await pool.answers())
  }

  // The connection was given back when all had been told, and so never.
  @Test("What follows on work may wait for other work of the pool")
  func following() async throws {
    let pool = try await PostgresPool.ofNewDatabase { $0.connections = 1 }
    let number = try await pool.work { _ in 1 }.map { number in
      let (told, outcome) = (DispatchSemaphore(value: 0), Events<Int>())
      pool.work { _ in number + 1 }.run(on: .immediate) { result in
        if let value = try? result.get() { outcome.record(value) }
        told.signal()
      }
      told.wait()
      return outcome.all.first
    }.value()
    #expect(number == 2)
  }

  @Test("Cancelling ends the query that runs, and work goes on")
  func cancelled() async throws {
    let pool = try await PostgresPool.ofNewDatabase { $0.connections = 1 }
    let other = pool.another()
    let begun = Gate()
    let run = pool.work { database -> Void in
      begun.open()
      try database.execute("SELECT pg_sleep(600)")
    }.run()
    try await begun.wait()
    run.cancel()
    await #expect(throws: CancellationError.self) { try await run.value }
    while try await other.otherConnections(where: "query LIKE '%pg_sleep(600)%' AND state = 'active'") > 0 {}
    #expect(try await pool.answers())
  }

  @Test("A connection that breaks fails its work, and the next has another")
  func broken() async throws {
    let pool = try await PostgresPool.ofNewDatabase { $0.connections = 1 }
    let other = pool.another()
    let pid = try await pool.number("SELECT pg_backend_pid() AS number")
    let run = pool.work { try $0.execute("SELECT pg_sleep(600)").count }.run()
    while try await other.otherConnections(where: "query LIKE '%pg_sleep(600)%' AND state = 'active'") == 0 {}
    try await other.end(pid)
    let error = await #expect(throws: PostgresError.self) { try await run.value }
    #expect(error?.isAbsence == true, "\(String(describing: error))")
    #expect(try await pool.answers())
  }

  // Where an administrator had set limits, what had come to one of them was told as a database that is of no use.
  @Test(
    "What takes longer than the database allows may be tried again",
    arguments: [
      ("SET statement_timeout = 1; SELECT pg_sleep(600)", "57014"),
      ("SET lock_timeout = 1; SELECT pg_advisory_lock(1)", "55P03"),
    ]
  )
  func tooLong(_ script: String, _ state: String) async throws {
    let pool = try await PostgresPool.ofNewDatabase()
    let other = pool.another()
    try await pool.work { database in
      try database.script("SELECT pg_advisory_lock(1)")
      let (told, outcome) = (DispatchSemaphore(value: 0), Events<PostgresError>())
      other.work { try $0.script(script) }.run(on: .immediate) { result in
        if case .failure(let error as PostgresError) = result { outcome.record(error) }
        told.signal()
      }
      told.wait()
      let error = try #require(outcome.all.first)
      guard case .server(let refusal) = error else { throw error }
      #expect(refusal.state == state)
      #expect(error.isAbsence)
    }.value()
  }

  @Test("A transaction that has asked nothing for too long may be tried again")
  func askedNothing() async throws {
    let pool = try await PostgresPool.ofNewDatabase()
    let other = pool.another()
    let (left, gone) = (Gate(), DispatchSemaphore(value: 0))
    let run = pool.work { database in
      try database.script("SET idle_in_transaction_session_timeout = 1; BEGIN")
      left.open()
      gone.wait()
      try database.script("SELECT 1")
    }.run()
    try await left.wait()
    while try await other.otherConnections() > 0 {}
    gone.signal()
    let error = await #expect(throws: PostgresError.self) { try await run.value }
    #expect(error?.isAbsence == true, "\(String(describing: error))")
  }

  /// Where a server is started again, all connections that are idle have broken: as many requests failed.
  @Test("One that has broken while nobody used it fails nothing")
  func brokenIdle() async throws {
    let pool = try await PostgresPool.ofNewDatabase()
    let other = pool.another()
    for _ in 0..<5 {
      let runs = (0..<4).map { _ in pool.work { try $0.execute("SELECT pg_sleep(0.01)").count }.run() }
      for run in runs { _ = try await run.value }
      let pids = try await other.work { database in
        try database.execute(
          "SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()"
        ).map { try $0.value("pid", as: Int.self) }
      }.value()
      #expect(!pids.isEmpty)
      for pid in pids { try await other.end(pid) }
      for _ in pids { #expect(try await pool.answers()) }
    }
  }

  @Test("A server that is not there is told as such, without a password")
  func away() async throws {
    let pool = PostgresPool(try PostgresAddress("postgres://errands:s3cret@127.0.0.1:1/x"))
    let error = await #expect(throws: PostgresError.self) {
      try await pool.work { try $0.execute("SELECT 1").count }.value()
    }
    guard case .cannotConnect? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(error?.isAbsence == true)
    #expect(!"\(String(describing: error))".contains("s3cret"))
  }

  // Behind a cut, work that waited for a place was refused one piece after the other, five seconds each.
  @Test("Those that wait for a connection share the news that there is no way to the server")
  func sharedAbsence() async throws {
    let server = try Hangman()
    var configuration = PostgresPool.Configuration()
    configuration.connections = 1
    let pool = PostgresPool(server.address, configuration: configuration)
    let runs = (0..<20).map { _ in pool.work { try $0.execute("SELECT 1").count }.run() }
    for run in runs {
      await #expect(throws: PostgresError.self) { try await run.value }
    }
    #expect(server.count < 20)
    server.stop()
  }

  private func count(in pool: PostgresPool) async throws -> Int {
    try await pool.number("SELECT count(*) AS number FROM thing")
  }
}
