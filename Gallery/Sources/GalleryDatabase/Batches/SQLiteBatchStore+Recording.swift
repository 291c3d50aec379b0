import Foundation
import GRDB
import GalleryJobs

extension SQLiteBatchStore {
  public func record(_ outcomes: [BatchOutcome]) async throws -> BatchNews {
    try await write { database in
      var log = try BatchLog(database, at: now)
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
    try await write { database in
      var log = try BatchLog(database, at: now)
      guard let batch = try log.batch(id) else { return nil }
      guard batch.ended == nil else { return try log.finish() }
      let open = try Row.fetchAll(
        database,
        sql: "SELECT position, url FROM batchMember WHERE batch = ? AND status IS NULL ORDER BY position",
        arguments: [batch.number]
      )
      for row in open {
        let (index, url) = (try row.amount("position", as: Int.self), try row.value("url", as: String.self))
        try log.settle(PhotoMember(index: index, url: url, status: .cancelled), of: batch)
      }
      try log.close(batch, timedOut: ending == .timedOut)
      return try log.finish()
    }
  }
}

/// What a transaction adds to what has been told.
private struct BatchLog {
  private let database: Database
  private let now: Double
  private var tally: BatchTally

  init(_ database: Database, at now: Double) throws {
    self.database = database
    self.now = now
    tally = BatchTally(after: try BatchCursor.latest(in: database))
  }

  func batch(_ id: String) throws -> StoredBatch? { try .called(id, in: database) }

  /// No effect where the member has an outcome.
  mutating func settle(_ member: PhotoMember, of batch: StoredBatch) throws {
    let statement = try database.cachedStatement(
      sql: """
        UPDATE batchMember SET status = ?, error = ?, bytes = ?, place = ?, worker = NULL
        WHERE batch = ? AND position = ? AND status IS NULL
        """
    )
    try statement.execute(
      arguments: [
        member.status.rawValue, member.error, member.bytes, tally.nextPlace, batch.number,
        member.index,
      ]
    )
    if database.changesCount == 1 { tally.settle(member, of: batch.id) }
  }

  /// Counts what was settled, and ends the batch where that were the last of its members.
  mutating func close(_ batch: StoredBatch, timedOut: Bool = false) throws {
    let counts = tally.takeCounts()
    try database.execute(
      sql: """
        UPDATE batch SET succeeded = succeeded + ?, failed = failed + ?, cancelled = cancelled + ?, bytes = bytes + ?
        WHERE number = ?
        """,
      arguments: [counts.succeeded, counts.failed, counts.cancelled, counts.bytes, batch.number]
    )
    try database.execute(
      sql: """
        UPDATE batch SET ended = ?, timedOut = ?, place = ?, client = NULL
        WHERE number = ? AND ended IS NULL AND succeeded + failed + cancelled = total
        """,
      arguments: [now, timedOut, tally.nextPlace, batch.number]
    )
    if database.changesCount == 1 { tally.end(batch.id) }
    if tally.tells(of: batch.id), let batch = try self.batch(batch.id) { tally.know(batch) }
  }

  func finish() throws -> BatchNews {
    if tally.hasNews {
      try database.execute(sql: "UPDATE batchLog SET place = ?", arguments: [tally.position.place])
    }
    return tally.news
  }
}
