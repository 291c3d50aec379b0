import ErrandsPostgres
import Foundation
import GalleryJobs

extension PostgresBatchStore {
  public func record(_ outcomes: [BatchOutcome]) async throws -> BatchNews {
    try await pool.write { database in
      var log = try BatchLog(database, at: clock?())
      // What is told of one batch stands together, in the order in which it has happened.
      for (id, members) in Dictionary(grouping: outcomes, by: \.batch).sorted(by: { $0.key < $1.key }) {
        guard let batch = try log.batch(id) else { continue }
        try log.settle(members.map(\.member), of: batch)
        try log.close(batch)
      }
      return try log.finish()
    }
  }

  public func end(_ id: String, _ ending: BatchEnding) async throws -> BatchNews? {
    try await pool.write { database in
      var log = try BatchLog(database, at: clock?())
      guard let batch = try log.batch(id) else { return nil }
      guard batch.ended == nil else { return try log.finish() }
      let open = try database.execute(
        "SELECT position, url FROM gallery_batch_member WHERE batch = $1 AND status IS NULL ORDER BY position",
        [.int(batch.number)]
      )
      let members = try open.map {
        PhotoMember(index: try $0.amount("position"), url: try $0.value("url"), status: .cancelled)
      }
      try log.settle(members, of: batch)
      try log.close(batch, timedOut: ending == .timedOut)
      return try log.finish()
    }
  }
}

/// What a transaction adds to what has been told.
private struct BatchLog {
  private let database: PostgresConnection
  /// Nil for the database's own.
  private let now: Date?
  private var tally: BatchTally

  /// Waits for those that are telling something.
  init(_ database: PostgresConnection, at now: Date?) throws {
    self.database = database
    self.now = now
    tally = BatchTally(after: try BatchCursor.latest(in: database, locked: true))
  }

  func batch(_ id: String) throws -> StoredBatch? { try .called(id, in: database, locked: true) }

  /// What has become of a member.
  private struct Outcome: Encodable {
    let status: String
    let error: String?
    let bytes: Int64
    let place: Int64
  }

  /// No effect on members that have an outcome. Of two of one member the first counts. In two statements, as one for each member
  /// would cost more than all the rest; and neither joins the outcomes, of which the planner does not know how many there are: it
  /// may be all ten thousand of a batch that is cancelled.
  mutating func settle(_ members: [PhotoMember], of batch: StoredBatch) throws {
    let rows = try database.execute(
      "SELECT position FROM gallery_batch_member WHERE batch = $1 AND position = ANY($2) AND status IS NULL",
      [.int(batch.number), .ints(members.map { Int64($0.index) })]
    )
    var open = Set(try rows.map { try $0.value("position", as: Int.self) })
    var outcomes: [Int: Outcome] = [:]
    for member in members where open.remove(member.index) != nil {
      outcomes[member.index] = Outcome(
        status: member.status.rawValue,
        error: member.error.map(PostgresValue.plain),
        bytes: member.bytes,
        place: tally.nextPlace
      )
      tally.settle(member, of: batch.id)
    }
    if outcomes.isEmpty { return }
    try database.execute(
      """
      WITH outcomes AS MATERIALIZED (SELECT $1::jsonb AS known)
      UPDATE gallery_batch_member SET
        status = known -> position::text ->> 'status',
        error = known -> position::text ->> 'error',
        bytes = (known -> position::text ->> 'bytes')::bigint,
        place = (known -> position::text ->> 'place')::bigint,
        worker = NULL
      FROM outcomes WHERE batch = $2 AND position = ANY($3)
      """,
      [
        .text(String(decoding: try JSONEncoder().encode(outcomes), as: UTF8.self)), .int(batch.number),
        .ints(outcomes.keys.map { Int64($0) }),
      ]
    )
  }

  /// Counts what was settled, and ends the batch where that were the last of its members.
  mutating func close(_ batch: StoredBatch, timedOut: Bool = false) throws {
    let counts = tally.takeCounts()
    let isEnd = "ended IS NULL AND succeeded + $1 + failed + $2 + cancelled + $3 = total"
    let row = try database.execute(
      """
      UPDATE gallery_batch SET succeeded = succeeded + $1, failed = failed + $2, cancelled = cancelled + $3,
        bytes = bytes + $4,
        ended = CASE WHEN \(isEnd) THEN coalesce($5, \(PostgresValue.now)) ELSE ended END,
        timed_out = CASE WHEN \(isEnd) THEN $6 ELSE timed_out END,
        place = CASE WHEN \(isEnd) THEN $7 ELSE place END,
        client = CASE WHEN \(isEnd) THEN NULL ELSE client END
      WHERE number = $8 RETURNING *
      """,
      [
        .int(Int64(counts.succeeded)), .int(Int64(counts.failed)), .int(Int64(counts.cancelled)),
        .int(counts.bytes), .init(now?.timeIntervalSince1970), .bool(timedOut), .int(tally.nextPlace),
        .int(batch.number),
      ]
    ).first
    guard let changed = try row.map(StoredBatch.init) else { return }
    if batch.ended == nil, changed.ended != nil { tally.end(batch.id) }
    if tally.tells(of: batch.id) { tally.know(changed) }
  }

  func finish() throws -> BatchNews {
    if tally.hasNews {
      let place = tally.position.place
      try database.execute(
        "WITH log AS (UPDATE gallery_batch_log SET place = $1 RETURNING place) SELECT pg_notify($2, place::text) FROM log",
        [.int(place), .text(PostgresBatchStore.channel)]
      )
    }
    return tally.news
  }
}
