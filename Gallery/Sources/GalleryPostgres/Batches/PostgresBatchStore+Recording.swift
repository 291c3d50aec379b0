import ErrandsPostgres
import Foundation
import GalleryJobs

extension PostgresBatchStore {
  public func record(_ outcomes: [BatchOutcome]) async throws -> BatchNews {
    // What is told of one batch stands together, in the order in which it has happened.
    let batches = Dictionary(grouping: outcomes, by: \.batch).sorted { $0.key < $1.key }
      .map { Told(batch: PostgresValue.plain($0.key), members: $0.value.map { Told.Member($0.member) }) }
    let told = String(decoding: try JSONEncoder().encode(batches), as: UTF8.self)
    let members = Dictionary(grouping: outcomes, by: \.batch)
      .mapValues {
        Dictionary($0.map { ($0.member.index, $0.member) }, uniquingKeysWith: { first, _ in first })
      }
    return try await pool.write { [clock] database in
      let rows = try database.execute(
        "SELECT log_store, at_place, of_batch, member, (changed).* FROM gallery_batch_record($1::jsonb, $2)",
        [.text(told), .init(clock?().timeIntervalSince1970)]
      )
      guard let news = try BatchNews(told: rows, member: { members[$0]?[$1] }) else {
        throw BatchCursor.absence
      }
      return news
    }
  }

  public func end(_ id: String, _ ending: BatchEnding) async throws -> BatchNews? {
    try await pool.write { [clock] database in
      let rows = try database.execute(
        "SELECT log_store, at_place, of_batch, member, address, (changed).* FROM gallery_batch_end($1, $2, $3)",
        [.kept(id), .bool(ending == .timedOut), .init(clock?().timeIntervalSince1970)]
      )
      let addresses = try Dictionary(
        rows.compactMap { row in
          try row.optional("address", as: String.self).map { (try row.amount("member", as: Int.self), $0) }
        },
        uniquingKeysWith: { first, _ in first }
      )
      return try BatchNews(told: rows) { _, index in
        addresses[index].map { PhotoMember(index: index, url: $0, status: .cancelled) }
      }
    }
  }

  /// Outcomes of a batch, as the database is given them.
  private struct Told: Encodable {
    struct Member: Encodable {
      let position: Int
      let status: String
      let error: String?
      let bytes: Int64

      init(_ member: PhotoMember) {
        position = member.index
        status = member.status.rawValue
        error = member.error.map(PostgresValue.plain)
        bytes = member.bytes
      }
    }

    let batch: String
    let members: [Member]
  }
}

extension BatchNews {
  /// What one of ``BatchTables/functions`` has told; nil for no rows.
  ///
  /// - Parameter member: What has become of a member of a batch, by its place in that.
  fileprivate init?(
    told rows: [PostgresRow],
    member: (_ batch: String, _ index: Int) throws -> PhotoMember?
  ) throws {
    guard let start = rows.first else { return nil }
    var position = BatchCursor(store: try start.value("log_store"), place: try start.amount("at_place"))
    var (entries, batches): ([Entry], [StoredBatch]) = ([], [])
    for row in rows.dropFirst() {
      let batch = try row.value("of_batch", as: String.self)
      let index = try row.optional("member", as: Int64.self)
      if index == nil { batches.append(try StoredBatch(row: row)) }
      guard let place = try row.optional("at_place", as: Int64.self) else { continue }
      position = BatchCursor(store: position.store, place: place)
      let what = try index.flatMap { try member(batch, Int($0)) }.map(What.member) ?? .end
      entries.append(Entry(place: place, batch: batch, what: what))
    }
    let told = Set(entries.map(\.batch))
    self.init(
      entries: entries,
      batches: Dictionary(
        batches.filter { told.contains($0.id) }.map { ($0.id, $0) },
        uniquingKeysWith: { $1 }
      ),
      position: position
    )
  }
}
