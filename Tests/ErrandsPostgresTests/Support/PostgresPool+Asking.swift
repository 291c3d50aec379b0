import Errands
import ErrandsPostgres

extension PostgresPool {
  /// Over a new database.
  static func ofNewDatabase(
    _ change: (inout Configuration) -> Void = { _ in }
  ) async throws -> PostgresPool {
    var configuration = Configuration()
    change(&configuration)
    return PostgresPool(try await TestServer.database(), configuration: configuration)
  }

  /// Another one over the same database.
  func another() -> PostgresPool { PostgresPool(address) }

  /// How many connections there are to the database beside the one that asks for them.
  func otherConnections(where condition: String = "true") async throws -> Int {
    try await number(
      """
      SELECT count(*) AS number FROM pg_stat_activity
      WHERE datname = current_database() AND pid <> pg_backend_pid() AND \(condition)
      """
    )
  }

  /// Ends a connection, and waits until it has gone.
  func end(_ pid: Int) async throws {
    _ = try await work { database in
      try database.execute("SELECT pg_terminate_backend($1::integer, 60000)", [.int(Int64(pid))])
    }.value()
  }

  /// Whether it still asks the server, and hears what that answers.
  func answers() async throws -> Bool { try await number("SELECT 1 AS number") == 1 }

  /// What a query gives that has one column, `number`, and one row.
  func number(_ query: String) async throws -> Int {
    try await work { try $0.execute(query)[0].value("number") }.value()
  }
}
