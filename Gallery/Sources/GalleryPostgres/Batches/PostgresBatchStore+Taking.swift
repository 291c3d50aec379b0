import ErrandsPostgres
import Foundation
import GalleryJobs

extension PostgresBatchStore {
  public func take(
    upTo count: Int,
    for worker: BatchWorker,
    except others: Set<String>
  ) async throws -> BatchWork? {
    // Asked without a transaction that writes first: most of the time there is nothing to take.
    let isIdle = try await pool.read { try Self.free(at: now(in: $0), except: others, in: $0) == nil }
    if isIdle { return nil }
    return try await pool.write { database in
      // One at a time: two at once would not see that the other's worker lives, which has come with what it has just taken.
      try database.execute("SELECT pg_advisory_xact_lock(hashtext('gallery_batch_take'))")
      let now = try now(in: database)
      guard let batch = try Self.free(at: now, except: others, in: database) else { return nil }
      try Self.renew(worker, at: now, in: database)
      // What another server is busy with is passed over, and not waited for.
      let rows = try database.execute(
        """
        UPDATE gallery_batch_member SET worker = $1 WHERE batch = $2 AND position IN (
          SELECT position FROM gallery_batch_member
          WHERE batch = $2 AND status IS NULL AND (worker IS NULL OR worker NOT IN (\(Self.living("$4"))))
          ORDER BY position LIMIT $3 FOR UPDATE SKIP LOCKED
        )
        RETURNING position, url
        """,
        [.text(worker.id), .int(batch.number), .int(Int64(count)), .double(now)]
      )
      // All of them were another's a moment ago.
      if rows.isEmpty, batch.total > 0 { return nil }
      let members = try rows.map {
        BatchWork.Member(index: try $0.amount("position"), url: try $0.value("url"))
      }
      return BatchWork(batch: batch, members: members.sorted { $0.index < $1.index })
    }
  }

  public func renew(_ worker: BatchWorker, spent: [String: Duration]) async throws {
    try await pool.write { database in
      let now = try now(in: database)
      try Self.renew(worker, at: now, in: database)
      try Self.keep(spent, in: database)
      // The members of the dead are anybody's already: what is left of them are rows.
      try database.execute(
        "DELETE FROM gallery_batch_worker WHERE abs($1 - renewed) >= 10 * lease",
        [.double(now)]
      )
    }
  }

  public func release(_ worker: BatchWorker, spent: [String: Duration]) async throws {
    try await pool.write { database in
      try Self.keep(spent, in: database)
      try database.execute("DELETE FROM gallery_batch_worker WHERE id = $1", [.text(worker.id)])
      try database.execute("SELECT pg_notify($1, '')", [.text(Self.channel)])
    }
  }

  /// Workers whose leases have not ended. One that was renewed in what is now the future is of a clock that was put back,
  /// and would otherwise last until that has caught up.
  private static func living(_ now: String) -> String {
    "SELECT id FROM gallery_batch_worker WHERE abs(\(now) - renewed) < lease"
  }

  /// The oldest batch that has something to do which nobody does.
  private static func free(
    at now: Double,
    except others: Set<String>,
    in database: PostgresConnection
  ) throws -> StoredBatch? {
    try database.execute(
      """
      SELECT * FROM gallery_batch WHERE ended IS NULL AND NOT id = ANY($1) AND (
        total = 0 OR EXISTS (
          SELECT 1 FROM gallery_batch_member WHERE batch = number AND status IS NULL AND (
            worker IS NULL OR worker NOT IN (\(living("$2")))
          )
        )
      )
      ORDER BY number LIMIT 1
      """,
      [.texts(others.sorted()), .double(now)]
    ).first.map { try StoredBatch(row: $0) }
  }

  private static func renew(_ worker: BatchWorker, at now: Double, in database: PostgresConnection) throws {
    try database.execute(
      """
      INSERT INTO gallery_batch_worker (id, renewed, lease) VALUES ($1, $2, $3)
      ON CONFLICT (id) DO UPDATE SET renewed = excluded.renewed, lease = excluded.lease
      """,
      [.text(worker.id), .double(now), .double(worker.lease / .seconds(1))]
    )
  }

  private static func keep(_ spent: [String: Duration], in database: PostgresConnection) throws {
    // In one order, so that two servers do not wait for one another.
    for (id, spent) in spent.sorted(by: { $0.key < $1.key }) {
      try database.execute(
        "UPDATE gallery_batch SET spent = greatest(spent, $1) WHERE id = $2 AND ended IS NULL",
        [.double(spent / .seconds(1)), .text(id)]
      )
    }
  }
}
