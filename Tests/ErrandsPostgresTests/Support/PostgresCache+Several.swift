import Errands
import ErrandsPostgres
import ErrandsTesting
import Foundation

extension PostgresCache {
  /// Those of several servers over one new database.
  static func several(
    _ count: Int,
    _ change: (inout Configuration) -> Void = { _ in }
  ) async throws -> [PostgresCache] {
    let address = try await TestServer.database()
    var configuration = Configuration()
    change(&configuration)
    let caches = (0..<count).map { _ in
      PostgresCache(PostgresPool(address), configuration: configuration)
    }
    for cache in caches { try await cache.prepare().value() }
    // One that does not listen yet wakes those that wait, when it does: on a busy machine that came amid a test.
    let listening = """
      SELECT count(*) AS number FROM pg_stat_activity
      WHERE datname = current_database() AND state = 'idle' AND query LIKE 'LISTEN%unkept%'
      """
    let pool = PostgresPool(address)
    while try await pool.number(listening) < count {}
    return caches
  }
}

/// Gives data, once the gate is open; each time that it begins is among the events.
func making(_ data: Data, _ made: Events<Data>, _ gate: Gate? = nil) -> Errand<Data> {
  Errand {
    made.record(data)
    try await gate?.wait()
    return data
  }
}
