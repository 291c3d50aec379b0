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
