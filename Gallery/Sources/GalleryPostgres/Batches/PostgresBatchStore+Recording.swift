import ErrandsPostgres
import Foundation
import GalleryJobs

extension PostgresBatchStore {
  public func record(_ outcomes: [BatchOutcome]) async throws -> BatchNews {
    // What is told of one batch stands together, in the order in which it has happened.
    let batches = Dictionary(grouping: outcomes) { PostgresValue.plain($0.batch) }
      .mapValues { $0.map(\.member) }
    let told = try JSONEncoder().encode(
      batches.sorted { $0.key < $1.key }.map { Told(batch: $0.key, members: $0.value.map(Told.Member.init)) }
    )
    let members = batches.mapValues {
      Dictionary($0.map { ($0.index, $0) }, uniquingKeysWith: { first, _ in first })
    }
    return try await pool.write { [clock] database in
      let rows = try database.execute(
        "SELECT log_store, at_place, of_batch, member, (changed).* FROM gallery_batch_record($1::jsonb, $2)",
        [.text(String(decoding: told, as: UTF8.self)), .init(clock?().timeIntervalSince1970)]
      )
      return try BatchNews(told: rows) { members[$0]?[$1] }
    }
  }

  public func end(_ id: String, _ ending: BatchEnding) async throws -> BatchNews? {
    try await pool.write { [clock] database in
      let rows = try database.execute(
        "SELECT log_store, at_place, of_batch, member, address, (changed).* FROM gallery_batch_end($1, $2, $3)",
        [.kept(id), .bool(ending == .timedOut), .init(clock?().timeIntervalSince1970)]
      )
      if rows.isEmpty { return nil }
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
  /// What one of ``BatchTables/functions`` has told.
  ///
  /// - Parameter member: What has become of a member of a batch, by its place in that.
  fileprivate init(
    told rows: [PostgresRow],
    member: (_ batch: String, _ index: Int) -> PhotoMember?
  ) throws {
    guard let start = rows.first else { throw BatchCursor.absence }
    self.init(
      position: BatchCursor(store: try start.value("log_store"), place: try start.amount("at_place"))
    )
    for row in rows.dropFirst() {
      let batch = try row.value("of_batch", as: String.self)
      let place = try row.optional("at_place", as: Int64.self)
      if let index = try row.optional("member", as: Int64.self) {
        guard let place, let settled = member(batch, Int(index)) else { continue }
        entries.append(Entry(place: place, batch: batch, what: .member(settled)))
      } else {
        if let place { entries.append(Entry(place: place, batch: batch, what: .end)) }
        if entries.last?.batch == batch { batches[batch] = try StoredBatch(row: row) }
      }
      position = BatchCursor(store: position.store, place: place ?? position.place)
    }
  }
}
