import Foundation
import GRDB
import GalleryJobs

extension SQLiteBatchStore {
  public func news(after cursor: BatchCursor?, of id: String?, limit: Int) async throws -> BatchNews {
    try await library.read { database in
      try BatchNews(
        after: cursor,
        of: id,
        limit: limit,
        at: try BatchCursor.latest(in: database),
        forgotten: { try Int64.fetchOne(database, sql: "SELECT forgotten FROM batchLog") ?? 0 },
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
    in database: Database
  ) throws -> [BatchNews.Entry] {
    let rows = try Row.fetchCursor(
      database,
      sql: """
        SELECT batchMember.*, id FROM batchMember JOIN batch ON batch = number
        WHERE batchMember.place > :place \(id == nil ? "" : "AND batch = (SELECT number FROM batch WHERE id = :id)")
        ORDER BY batchMember.place LIMIT :limit
        """,
      arguments: id.map { ["place": place, "id": $0, "limit": limit] } ?? ["place": place, "limit": limit]
    )
    var entries: [BatchNews.Entry] = []
    while let row = try rows.next() {
      guard let member = try PhotoMember(row: row) else { continue }
      entries.append(
        .init(place: try row.amount("place"), batch: try row.value("id"), what: .member(member))
      )
    }
    return entries
  }

  private static func ends(after place: Int64, of id: String?, in database: Database) throws -> [BatchNews
    .Entry]
  {
    try Row.fetchAll(
      database,
      sql: "SELECT place, id FROM batch WHERE place > :place AND (:id IS NULL OR id = :id)",
      arguments: ["place": place, "id": id]
    ).map { BatchNews.Entry(place: try $0.amount("place"), batch: try $0.value("id"), what: .end) }
  }
}

extension BatchCursor {
  /// The place after all that was told.
  static func latest(in database: Database) throws -> BatchCursor {
    guard let row = try Row.fetchOne(database, sql: "SELECT store, place FROM batchLog") else {
      throw DatabaseError.damaged("the log of batches is missing")
    }
    return BatchCursor(store: try row.value("store"), place: try row.amount("place"))
  }
}
