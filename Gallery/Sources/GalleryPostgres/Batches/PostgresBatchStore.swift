import ErrandsPostgres
import Foundation
import GalleryJobs

/// Batches in a PostgreSQL that several servers share.
///
/// What is told goes through one row (`gallery_batch_log`), which is locked for the length of a transaction: places come
/// in the order in which they can be seen, and none is missed by those who ask for what is behind one. Whoever records
/// something tells the others by a notification; they read what it was.
public struct PostgresBatchStore: BatchStore {
  /// The channel on which it is told that there is news of batches.
  public static let channel = "gallery_batches"

  let pool: PostgresPool
  let clock: (@Sendable () -> Date)?
  var lost = LostListeners()

  /// - Parameter now: What measures leases and ages; nil, the default, for the database's own clock, which all servers share.
  public init(_ pool: PostgresPool, now: (@Sendable () -> Date)? = nil) {
    self.pool = pool
    clock = now
  }

  public func create(_ order: BatchOrder, within limits: BatchLimits) async throws {
    try await pool.write { database in
      // Two that come at once must not both take the last place.
      try database.execute("SELECT pg_advisory_xact_lock(hashtext('gallery_batch'))")
      try Self.checkRoom(for: order.client, within: limits, in: database)
      let number = try database.execute(
        """
        INSERT INTO gallery_batch (id, started, style, client, time_limit, total, weight)
        VALUES ($1, $2, $3, $4, $5, $6, $7) RETURNING number
        """,
        [
          .text(order.id), .double(try now(in: database)), .text(order.style.rawValue), .init(order.client),
          .double(order.timeLimit / .seconds(1)), .int(Int64(order.addresses.count)),
          .int(Int64(order.addresses.reduce(0) { $0 + $1.utf8.count })),
        ]
      )[0].value("number", as: Int64.self)
      try database.execute(
        """
        INSERT INTO gallery_batch_member (batch, position, url)
        SELECT $1, position - 1, url FROM unnest($2) WITH ORDINALITY AS member (url, position)
        """,
        [.int(number), .kept(order.addresses)]
      )
      try database.execute("SELECT pg_notify($1, '')", [.text(Self.channel)])
    }
  }

  private static func checkRoom(
    for client: String?,
    within limits: BatchLimits,
    in database: PostgresConnection
  ) throws {
    let row = try database.execute(
      """
      SELECT count(*) AS in_all, count(*) FILTER (WHERE client = $1) AS of_one
      FROM gallery_batch WHERE ended IS NULL
      """,
      [client.map(PostgresValue.text) ?? .null]
    )[0]
    guard try row.value("of_one", as: Int.self) < limits.runningOfOne else { throw BatchRefusal.shareFull }
    guard try row.value("in_all", as: Int.self) < limits.running else { throw BatchRefusal.full }
  }

  public func changes() -> AsyncStream<Void> {
    pool.listen(to: Self.channel, keeping: 1, noting: lost) { _ in }
  }

  public func batch(_ id: String) async throws -> StoredBatch? {
    try await pool.read { try StoredBatch.called(id, in: $0) }
  }

  public func contents(of id: String) async throws -> BatchContents? {
    try await pool.readAtOnce { database in
      guard let batch = try StoredBatch.called(id, in: database) else { return nil }
      let members = try database.execute(
        "SELECT * FROM gallery_batch_member WHERE batch = $1 ORDER BY position",
        [.int(batch.number)]
      )
      return BatchContents(
        batch: batch,
        addresses: try members.map { try $0.value("url") },
        outcomes: try members.map { try PhotoMember(row: $0) }
      )
    }
  }

  public func page(after number: Int64?, limit: Int) async throws -> [StoredBatch] {
    try await pool.read { database in
      try database.execute(
        "SELECT * FROM gallery_batch WHERE number < $1 ORDER BY number DESC LIMIT $2",
        [.int(number ?? .max), .int(Int64(limit))]
      ).map { try StoredBatch(row: $0) }
    }
  }

  public func sweep(_ limits: BatchLimits) async throws {
    let isIdle = try await pool.read { try surplus(limits, in: $0).isEmpty }
    if isIdle { return }
    try await pool.write { database in
      // What is told meanwhile comes behind what is forgotten.
      try database.execute("SELECT FROM gallery_batch_log FOR UPDATE")
      let numbers = try surplus(limits, in: database)
      try database.execute(
        """
        UPDATE gallery_batch_log SET forgotten = greatest(
          forgotten, (SELECT max(place) FROM gallery_batch WHERE number = ANY($1))
        )
        """,
        [.ints(numbers)]
      )
      try database.execute("DELETE FROM gallery_batch WHERE number = ANY($1)", [.ints(numbers)])
    }
  }

  /// Batches that are kept no longer.
  private func surplus(_ limits: BatchLimits, in database: PostgresConnection) throws -> [Int64] {
    let oldest = try now(in: database) - limits.age / .seconds(1)
    return try database.execute(
      """
      SELECT number FROM (
        SELECT number, ended,
          row_number() OVER latest AS count,
          sum(weight) OVER latest AS weight
        FROM gallery_batch WHERE ended IS NOT NULL
        WINDOW latest AS (ORDER BY place DESC)
      ) AS batch
      WHERE count > $1 OR (weight > $2 AND count > 1) OR ended < $3
      """,
      [.int(Int64(limits.ended)), .int(Int64(limits.weight)), .double(oldest)]
    ).map { try $0.value("number") }
  }

  // MARK: Parts

  func now(in database: PostgresConnection) throws -> Double {
    if let clock { return clock().timeIntervalSince1970 }
    return try database.execute("SELECT \(PostgresValue.now) AS now")[0]
      .value("now")
  }
}
