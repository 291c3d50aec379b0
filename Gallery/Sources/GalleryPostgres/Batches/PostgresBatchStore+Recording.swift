import ErrandsPostgres
import Foundation
import GalleryJobs

extension PostgresBatchStore {
  public func record(_ outcomes: [BatchOutcome]) async throws -> BatchNews {
    try await pool.write { database in
      var log = try BatchLog(database, at: now(in: database))
      // What is told of one batch stands together, in the order in which it has happened.
      for (id, members) in Dictionary(grouping: outcomes, by: \.batch).sorted(by: { $0.key < $1.key }) {
        guard let batch = try log.batch(id) else { continue }
        for outcome in members { try log.settle(outcome.member, of: batch) }
        try log.close(batch)
      }
      return try log.finish()
    }
  }

  public func end(_ id: String, _ ending: BatchEnding) async throws -> BatchNews? {
    try await pool.write { database in
      var log = try BatchLog(database, at: now(in: database))
      guard let batch = try log.batch(id) else { return nil }
      guard batch.ended == nil else { return try log.finish() }
      let open = try database.execute(
        "SELECT position, url FROM gallery_batch_member WHERE batch = $1 AND status IS NULL ORDER BY position",
        [.int(batch.number)]
      )
      for row in open {
        let member = PhotoMember(
          index: try row.value("position"),
          url: try row.value("url"),
          status: .cancelled
        )
        try log.settle(member, of: batch)
      }
      try log.close(batch, timedOut: ending == .timedOut)
      return try log.finish()
    }
  }
}

/// What a transaction adds to what has been told.
private struct BatchLog {
  private let database: PostgresConnection
  private let now: Double
  private var tally: BatchTally

  /// Waits for those that are telling something.
  init(_ database: PostgresConnection, at now: Double) throws {
    self.database = database
    self.now = now
    tally = BatchTally(after: try BatchCursor.latest(in: database, locked: true))
  }

  func batch(_ id: String) throws -> StoredBatch? { try .called(id, in: database, locked: true) }

  /// No effect where the member has an outcome.
  mutating func settle(_ member: PhotoMember, of batch: StoredBatch) throws {
    let count = try database.change(
      """
      UPDATE gallery_batch_member SET status = $1, error = $2, bytes = $3, place = $4, worker = NULL
      WHERE batch = $5 AND position = $6 AND status IS NULL
      """,
      [
        .text(member.status.rawValue), member.error.map(PostgresValue.kept) ?? nil, .int(member.bytes),
        .int(tally.nextPlace),
        .int(batch.number), .int(Int64(member.index)),
      ]
    )
    if count == 1 { tally.settle(member, of: batch.id) }
  }

  /// Counts what was settled, and ends the batch where that were the last of its members.
  mutating func close(_ batch: StoredBatch, timedOut: Bool = false) throws {
    let counts = tally.takeCounts()
    try database.execute(
      """
      UPDATE gallery_batch SET succeeded = succeeded + $1, failed = failed + $2, cancelled = cancelled + $3,
        bytes = bytes + $4
      WHERE number = $5
      """,
      [
        .int(Int64(counts.succeeded)), .int(Int64(counts.failed)), .int(Int64(counts.cancelled)),
        .int(counts.bytes),
        .int(batch.number),
      ]
    )
    let count = try database.change(
      """
      UPDATE gallery_batch SET ended = $1, timed_out = $2, place = $3, client = NULL
      WHERE number = $4 AND ended IS NULL AND succeeded + failed + cancelled = total
      """,
      [.double(now), .bool(timedOut), .int(tally.nextPlace), .int(batch.number)]
    )
    if count == 1 { tally.end(batch.id) }
    if tally.tells(of: batch.id), let batch = try self.batch(batch.id) { tally.know(batch) }
  }

  func finish() throws -> BatchNews {
    if tally.hasNews {
      let place = tally.position.place
      try database.execute("UPDATE gallery_batch_log SET place = $1", [.int(place)])
      try database.execute(
        "SELECT pg_notify($1, $2)",
        [.text(PostgresBatchStore.channel), .text("\(place)")]
      )
    }
    return tally.news
  }
}
