import ErrandsPostgres
import Foundation
import GalleryJobs

extension PostgresBatchStore {
  public func news(after cursor: BatchCursor?, of id: String?, limit: Int) async throws -> BatchNews {
    try await pool.readAtOnce { database in
      let position = try BatchCursor.latest(in: database)
      var news = BatchNews(position: position)
      guard let after = try Self.beginning(cursor, of: id, before: position, in: database) else {
        news.isWhole = false
        return news
      }
      let members = try Self.members(after: after, of: id, limit: limit + 1, in: database)
      news.isWhole = members.count <= limit
      let ends = try Self.ends(after: after, of: id, in: database)
      news.entries = ((news.isWhole ? members : []) + ends).sorted { $0.place < $1.place }
      for id in Set(news.entries.map(\.batch)) { news.batches[id] = try StoredBatch.called(id, in: database) }
      return news
    }
  }

  /// After which place to begin; nil where what came after the cursor is not known, or not any more.
  private static func beginning(
    _ cursor: BatchCursor?,
    of id: String?,
    before position: BatchCursor,
    in database: PostgresConnection
  ) throws -> Int64? {
    guard let cursor else { return id == nil ? nil : 0 }
    guard cursor.store == position.store, cursor.place <= position.place else { return nil }
    // Of a batch that is there nothing is forgotten.
    if id != nil { return cursor.place }
    let forgotten =
      try database.execute("SELECT forgotten FROM gallery_batch_log").first?
      .value("forgotten", as: Int64.self) ?? 0
    return cursor.place < forgotten ? nil : cursor.place
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
