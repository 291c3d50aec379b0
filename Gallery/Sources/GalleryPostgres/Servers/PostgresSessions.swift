import ErrandsPostgres
import GalleryDatabase

/// Sessions that all servers on one PostgreSQL know of, by the clock of the database.
public struct PostgresSessions: SessionStore {
  private static let channel = "gallery_sessions"
  private static let now = PostgresValue.now

  private let pool: PostgresPool
  private let lost: LostListeners

  /// Those of the servers that share a library.
  public init(of library: PostgresLibrary) {
    (pool, lost) = (library.pool, library.lost)
  }

  public func begin(_ id: String, within limits: SessionLimits) async throws {
    try await pool.write { database in
      try database.execute(
        "DELETE FROM gallery_session WHERE \(Self.now) - begun >= $1 OR \(Self.now) - used >= $2",
        Self.times(limits)
      )
      try database.execute("INSERT INTO gallery_session VALUES ($1, \(Self.now), \(Self.now))", [.text(id)])
      let ended = try database.execute(
        "DELETE FROM gallery_session WHERE id IN (SELECT id FROM gallery_session ORDER BY used DESC OFFSET $1) RETURNING id",
        [.int(Int64(limits.count))]
      )
      try Self.tell(try ended.map { try $0.value("id") }, in: database)
    }
  }

  public func open(among ids: [String], isUse: Bool, within limits: SessionLimits) async throws -> Set<String>
  {
    try await pool.read { database in
      let condition = "id = ANY($3) AND \(Self.now) - begun < $1 AND \(Self.now) - used < $2"
      let sql =
        isUse
        ? "UPDATE gallery_session SET used = \(Self.now) WHERE \(condition) RETURNING id"
        : "SELECT id FROM gallery_session WHERE \(condition)"
      return Set(try database.execute(sql, Self.times(limits) + [.texts(ids)]).map { try $0.value("id") })
    }
  }

  public func end(_ ids: [String]) async throws {
    try await pool.write { database in
      try database.execute("DELETE FROM gallery_session WHERE id = ANY($1)", [.texts(ids)])
      try Self.tell(ids, in: database)
    }
  }

  public func ends() -> AsyncStream<String?> {
    pool.listen(to: Self.channel, keeping: 1024, noting: lost) { $0 }
  }

  private static func times(_ limits: SessionLimits) -> [PostgresValue] {
    [.double(limits.lifetime / .seconds(1)), .double(limits.idle / .seconds(1))]
  }

  private static func tell(_ ids: [String], in database: PostgresConnection) throws {
    for id in ids { try database.execute("SELECT pg_notify($1, $2)", [.text(channel), .text(id)]) }
  }
}
