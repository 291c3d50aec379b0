import Foundation
import GRDB
import GalleryJobs

extension SQLiteBatchStore {
  public func take(
    upTo count: Int,
    for worker: BatchWorker,
    except others: Set<String>
  ) async throws -> BatchWork? {
    // Asked without a transaction that writes first: most of the time there is nothing to take.
    let isIdle = try await library.read { try Self.free(at: now, except: others, in: $0) == nil }
    if isIdle { return nil }
    return try await write { database in
      let now = now
      guard let batch = try Self.free(at: now, except: others, in: database) else { return nil }
      try Self.renew(worker, at: now, in: database)
      let rows = try Row.fetchAll(
        database,
        sql: """
          UPDATE batchMember SET worker = :worker WHERE batch = :batch AND position IN (
            SELECT position FROM batchMember
            WHERE batch = :batch AND status IS NULL AND (worker IS NULL OR worker NOT IN (\(Self.living)))
            ORDER BY position LIMIT :count
          )
          RETURNING position, url
          """,
        arguments: ["worker": worker.id, "batch": batch.number, "count": count, "now": now]
      )
      let members = try rows.map {
        BatchWork.Member(index: try $0.amount("position"), url: try $0.value("url"))
      }
      return BatchWork(batch: batch, members: members.sorted { $0.index < $1.index })
    }
  }

  public func renew(_ worker: BatchWorker, spent: [String: Duration]) async throws {
    try await write { database in
      let now = now
      try Self.renew(worker, at: now, in: database)
      try Self.keep(spent, in: database)
      // The members of the dead are anybody's already: what is left of them are rows.
      try database.execute(
        sql: "DELETE FROM batchWorker WHERE abs(? - renewed) >= 10 * lease",
        arguments: [now]
      )
    }
  }

  public func giveBack(of worker: BatchWorker, except others: Set<String>) async throws {
    try await write { database in
      let unwanted = others.map { _ in "?" }.joined(separator: ", ")
      try database.execute(
        sql: """
          UPDATE batchMember SET worker = NULL WHERE worker = ? AND status IS NULL AND batch IN (
            SELECT number FROM batch WHERE ended IS NULL AND id NOT IN (\(unwanted))
          )
          """,
        arguments: StatementArguments([worker.id] + others.sorted())
      )
    }
  }

  public func release(_ worker: BatchWorker, spent: [String: Duration]) async throws {
    try await write { database in
      try Self.keep(spent, in: database)
      try database.execute(sql: "DELETE FROM batchWorker WHERE id = ?", arguments: [worker.id])
    }
  }

  /// Workers whose leases have not ended. One that was renewed in what is now the future is of a clock that was put back,
  /// and would otherwise last until that has caught up.
  private static let living = "SELECT id FROM batchWorker WHERE abs(:now - renewed) < lease"

  /// The oldest batch that has something to do which nobody does.
  private static func free(at now: Double, except others: Set<String>, in database: Database) throws
    -> StoredBatch?
  {
    let unwanted = others.map { _ in "?" }.joined(separator: ", ")
    let sql = """
      SELECT * FROM batch WHERE ended IS NULL AND id NOT IN (\(unwanted)) AND (
        total = 0 OR EXISTS (
          SELECT 1 FROM batchMember WHERE batch = number AND status IS NULL AND (
            worker IS NULL OR worker NOT IN (\(living.replacing(":now", with: "?")))
          )
        )
      )
      ORDER BY number LIMIT 1
      """
    return try StoredBatch.fetchOne(
      database,
      sql: sql,
      arguments: StatementArguments(others.sorted()) + [now]
    )
  }

  private static func renew(_ worker: BatchWorker, at now: Double, in database: Database) throws {
    try database.execute(
      sql: """
        INSERT INTO batchWorker (id, renewed, lease) VALUES (?, ?, ?)
        ON CONFLICT (id) DO UPDATE SET renewed = excluded.renewed, lease = excluded.lease
        """,
      arguments: [worker.id, now, worker.lease / .seconds(1)]
    )
  }

  private static func keep(_ spent: [String: Duration], in database: Database) throws {
    for (id, spent) in spent {
      try database.execute(
        sql: "UPDATE batch SET spent = max(spent, ?) WHERE id = ? AND ended IS NULL",
        arguments: [spent / .seconds(1), id]
      )
    }
  }
}
