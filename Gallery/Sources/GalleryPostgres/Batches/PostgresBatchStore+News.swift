import ErrandsPostgres
import Foundation
import GalleryJobs

extension PostgresBatchStore {
  public func news(after cursor: BatchCursor?, of id: String?, limit: Int) async throws -> BatchNews {
    try await pool.readAtOnce { database in
      try BatchNews(
        after: cursor,
        of: id,
        limit: limit,
        at: try BatchCursor.latest(in: database),
        forgotten: {
          try database.execute("SELECT forgotten FROM gallery_batch_log").first?.value("forgotten") ?? 0
        },
        members: { try Self.members(after: $0, of: id, limit: $1, in: database) },
        ends: { try Self.ends(after: $0, of: id, in: database) },
        batch: { try StoredBatch.called($0, in: database) }
      )
    }
  }

  private static func members(
    after place: Int64,
    of id: String?,
    limit: Int,
    in database: PostgresConnection
  ) throws -> [BatchNews.Entry] {
    try database.execute(
      """
      SELECT member.*, batch.id FROM gallery_batch_member AS member
      JOIN gallery_batch AS batch ON member.batch = batch.number
      WHERE member.place > $1 AND ($2::text IS NULL OR batch.id = $2)
      ORDER BY member.place LIMIT $3
      """,
      [.int(place), .init(id), .int(Int64(limit))]
    ).compactMap { row in
      try PhotoMember(row: row).map {
        BatchNews.Entry(place: try row.value("place"), batch: try row.value("id"), what: .member($0))
      }
    }
  }

  private static func ends(
    after place: Int64,
    of id: String?,
    in database: PostgresConnection
  ) throws -> [BatchNews.Entry] {
    try database.execute(
      "SELECT place, id FROM gallery_batch WHERE place > $1 AND ($2::text IS NULL OR id = $2)",
      [.int(place), .init(id)]
    ).map { BatchNews.Entry(place: try $0.value("place"), batch: try $0.value("id"), what: .end) }
  }
}
