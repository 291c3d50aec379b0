import ErrandsPostgres
import Foundation
import GalleryJobs

extension PostgresBatchStore {
  public func take(
    upTo count: Int,
    for worker: BatchWorker,
    except others: Set<String>
  ) async throws -> BatchWork? {
    try await pool.write { [clock] database in
      let rows = try database.execute(
        "SELECT member, address, (taken).* FROM gallery_batch_take($1, $2, $3, $4, $5)",
        [
          .text(worker.id), .double(worker.lease / .seconds(1)), .int(Int64(count)), .kept(others.sorted()),
          .init(clock?().timeIntervalSince1970),
        ]
      )
      guard let batch = try rows.first.map({ try StoredBatch(row: $0) }) else { return nil }
      let members = try rows.compactMap { row in
        try row.optional("address", as: String.self).map {
          BatchWork.Member(index: try row.amount("member"), url: $0)
        }
      }
      return BatchWork(batch: batch, members: members.sorted { $0.index < $1.index })
    }
  }

  public func renew(_ worker: BatchWorker, spent: [String: Duration]) async throws {
    try await pool.write { database in
      let now = try now(in: database)
      try Self.renew(worker, at: now, in: database)
      try Self.keep(spent, in: database)
      // The members of the dead are anybody's already: what is left of them are rows. One who is just coming back, or is being
      // removed by another, is not waited for: where all come back at once, each would wait for the others.
      try database.execute(
        """
        DELETE FROM gallery_batch_worker WHERE id IN (
          SELECT id FROM gallery_batch_worker WHERE abs($1 - renewed) >= 10 * lease FOR UPDATE SKIP LOCKED
        )
        """,
        [.double(now)]
      )
    }
  }

  public func giveBack(of worker: BatchWorker, except others: Set<String>) async throws {
    try await pool.write { database in
      let count = try database.change(
        """
        UPDATE gallery_batch_member SET worker = NULL WHERE worker = $1 AND status IS NULL AND batch IN (
          SELECT number FROM gallery_batch WHERE ended IS NULL AND NOT id = ANY($2)
        )
        """,
        [.text(worker.id), .kept(others.sorted())]
      )
      if count > 0 { try database.execute("SELECT pg_notify($1, '')", [.text(Self.channel)]) }
    }
  }

  public func release(_ worker: BatchWorker, spent: [String: Duration]) async throws {
    try await pool.write { database in
      try Self.keep(spent, in: database)
      try database.execute("DELETE FROM gallery_batch_worker WHERE id = $1", [.text(worker.id)])
      try database.execute("SELECT pg_notify($1, '')", [.text(Self.channel)])
    }
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
