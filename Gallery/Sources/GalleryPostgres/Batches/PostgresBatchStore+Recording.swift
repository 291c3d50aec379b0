import ErrandsPostgres
import Foundation
import GalleryJobs

extension PostgresBatchStore {
  public func record(_ outcomes: [BatchOutcome]) async throws -> BatchNews {
    let batches = Dictionary(grouping: outcomes) { PostgresValue.plain($0.batch) }
      .mapValues { $0.map(\.member) }
    return try await pool.write { try record(batches, isLate: false, in: $0) }
  }

  public func end(_ id: String, _ ending: BatchEnding) async throws -> BatchNews? {
    try await pool.write { database in
      guard let batch = try StoredBatch.called(id, in: database) else { return nil }
      // What gets its outcome from another meanwhile keeps it.
      let open = try database.execute(
        "SELECT position, url FROM gallery_batch_member WHERE batch = $1 AND status IS NULL ORDER BY position",
        [.int(batch.number)]
      ).map { row in
        PhotoMember(index: try row.amount("position"), url: try row.value("url"), status: .cancelled)
      }
      return try record([batch.id: open], isLate: ending == .timedOut, in: database)
    }
  }

  /// What is told of one batch stands together, in the order in which it has happened.
  private func record(
    _ batches: [String: [PhotoMember]],
    isLate: Bool,
    in database: PostgresConnection
  ) throws -> BatchNews {
    let told = try JSONEncoder().encode(
      batches.sorted { $0.key < $1.key }.map { Told(batch: $0.key, members: $0.value.map(Told.Member.init)) }
    )
    let members = batches.mapValues {
      Dictionary($0.map { ($0.index, $0) }, uniquingKeysWith: { first, _ in first })
    }
    let rows = try database.execute(
      "SELECT log_store, at_place, of_batch, member, (changed).* FROM gallery_batch_record($1::jsonb, $2, $3)",
      [
        .text(String(decoding: told, as: UTF8.self)), .bool(isLate),
        .init(clock?().timeIntervalSince1970),
      ]
    )
    return try BatchNews(told: rows) { members[$0]?[$1] }
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
  /// What the function has told that records.
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
