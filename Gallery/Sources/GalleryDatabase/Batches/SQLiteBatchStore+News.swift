import Foundation
import GRDB
import GalleryJobs

extension SQLiteBatchStore {
  public func news(after cursor: BatchCursor?, of id: String?, limit: Int) async throws -> BatchNews {
    try await library.read { database in
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
      for id in Set(news.entries.map(\.batch)) {
        news.batches[id] = try StoredBatch.called(id, in: database)
      }
      return news
    }
  }

  /// After which place to begin; nil where what came after the cursor is not known, or not any more.
  private static func beginning(
    _ cursor: BatchCursor?,
    of id: String?,
    before position: BatchCursor,
    in database: Database
  ) throws -> Int64? {
    guard let cursor else { return id == nil ? nil : 0 }
    guard cursor.store == position.store, cursor.place <= position.place else { return nil }
    // Of a batch that is there nothing is forgotten.
    if id != nil { return cursor.place }
    let forgotten = try Int64.fetchOne(database, sql: "SELECT forgotten FROM batchLog") ?? 0
    return cursor.place < forgotten ? nil : cursor.place
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
      entries.append(.init(place: row["place"], batch: row["id"], what: .member(member)))
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
    ).map { .init(place: $0["place"], batch: $0["id"], what: .end) }
  }
}

extension BatchCursor {
  /// The place after all that was told.
  static func latest(in database: Database) throws -> BatchCursor {
    guard let row = try Row.fetchOne(database, sql: "SELECT store, place FROM batchLog") else {
      throw DatabaseError(resultCode: .SQLITE_CORRUPT, message: "the log of batches is missing")
    }
    return BatchCursor(store: row["store"], place: row["place"])
  }
}
