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
    // On a busy machine it would make for itself what others make.
    configuration.patience = .seconds(600)
    configuration.lease = .seconds(600)
    change(&configuration)
    let pool = PostgresPool(address)
    let moment = try await pool.moment()
    let caches = (0..<count).map { _ in
      PostgresCache(PostgresPool(address), configuration: configuration)
    }
    for cache in caches { try await cache.prepare().value() }
    try await pool.waitForCaches(count, since: moment)
    return caches
  }
}

extension PostgresPool {
  /// What the database's clock says, in microseconds.
  func moment() async throws -> Int {
    try await number("SELECT floor(extract(epoch FROM clock_timestamp()) * 1000000)::bigint AS number")
  }

  /// Waits until as many caches as were made since then listen. One that does not listen yet wakes those that wait,
  /// when it does: on a busy machine that came amid a test.
  func waitForCaches(_ count: Int, since moment: Int) async throws {
    let listening = """
      SELECT count(*) AS number FROM pg_stat_activity
      WHERE datname = current_database() AND state = 'idle' AND query LIKE 'LISTEN%unkept%'
        AND extract(epoch FROM backend_start) * 1000000 >= \(moment)
      """
    while try await number(listening) < count {}
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
