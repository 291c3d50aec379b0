import ErrandsPostgres
import Foundation
import GalleryJobs

extension PostgresBatchStore {
  public func news(after cursor: BatchCursor?, of id: String?, limit: Int) async throws -> BatchNews {
    let told = try await pool.read { try Told(after: cursor, of: id, limit: limit + 1, in: $0) }
    return BatchNews(
      after: cursor,
      of: id,
      limit: limit,
      at: told.position,
      forgotten: { told.forgotten },
      members: { _, _ in told.members },
      ends: { _ in told.ends },
      batch: { told.batches[$0] }
    )
  }

  /// What was told after a place, and the batches that it is of: in one statement, and so as of one moment.
  private struct Told: Sendable {
    let position: BatchCursor
    let forgotten: Int64
    private(set) var members: [BatchNews.Entry] = []
    private(set) var ends: [BatchNews.Entry] = []
    private(set) var batches: [String: StoredBatch] = [:]

    init(after cursor: BatchCursor?, of id: String?, limit: Int, in database: PostgresConnection) throws {
      // What is not wanted is not read: it may be damaged. Without a place only what is told of one batch is.
      let place = cursor?.place ?? (id == nil ? .max : 0)
      let rows = try database.execute(
        """
        SELECT log.store, log.place AS latest, log.forgotten, told.*, batch.*
        -- The one row there is: taken for a thousand, all that follows would look worth being compiled.
        FROM (SELECT * FROM gallery_batch_log LIMIT 1) AS log LEFT JOIN (
          (
            SELECT member.place AS told, batch AS told_of, position, url, status, error, member.bytes AS member_bytes
            FROM gallery_batch_member AS member JOIN gallery_batch AS batch ON member.batch = batch.number
            WHERE member.place > $1 AND ($2::text IS NULL OR batch.id = $2)
            ORDER BY member.place LIMIT $3
          )
          UNION ALL
          SELECT place, number, NULL, NULL, NULL, NULL, NULL FROM gallery_batch
          WHERE place > $1 AND ($2::text IS NULL OR id = $2)
        ) AS told ON $4::text IS NULL OR log.store = $4
        LEFT JOIN gallery_batch AS batch ON batch.number = told_of
        ORDER BY told
        """,
        [.int(place), id.map(PostgresValue.kept) ?? .null, .int(Int64(limit)), .init(cursor?.store)]
      )
      guard let first = rows.first else { throw BatchCursor.absence }
      position = BatchCursor(store: try first.value("store"), place: try first.amount("latest"))
      forgotten = try first.value("forgotten")
      for row in rows {
        guard let place = try row.optional("told", as: Int64.self) else { continue }
        let batch = try row.value("id", as: String.self)
        if batches[batch] == nil { batches[batch] = try StoredBatch(row: row) }
        if let member = try PhotoMember(row: row, bytes: "member_bytes") {
          members.append(BatchNews.Entry(place: place, batch: batch, what: .member(member)))
        } else {
          ends.append(BatchNews.Entry(place: place, batch: batch, what: .end))
        }
      }
    }
  }
}
