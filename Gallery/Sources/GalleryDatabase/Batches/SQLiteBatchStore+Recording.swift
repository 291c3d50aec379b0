import Foundation
import GRDB
import GalleryJobs

extension SQLiteBatchStore {
  public func record(_ outcomes: [BatchOutcome]) async throws -> BatchNews {
    let now = now
    return try await write { database in
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
    let now = now
    return try await write { database in
      var log = try BatchLog(database, at: now)
      guard let batch = try log.batch(id) else { return nil }
      guard batch.ended == nil else { return try log.finish() }
      let open = try Row.fetchAll(
        database,
        sql: "SELECT position, url FROM batchMember WHERE batch = ? AND status IS NULL ORDER BY position",
        arguments: [batch.number]
      )
      for row in open {
        try log.settle(PhotoMember(index: row["position"], url: row["url"], status: .cancelled), of: batch)
      }
      try log.close(batch, timedOut: ending == .timedOut)
      return try log.finish()
    }
  }
}

/// What a transaction adds to what has been told.
private struct BatchLog {
  private struct Counts {
    var succeeded = 0
    var failed = 0
    var cancelled = 0
    var bytes: Int64 = 0
  }

  private let database: Database
  private let now: Double
  private let store: String
  private let first: Int64
  private var place: Int64
  private var entries: [BatchNews.Entry] = []
  private var batches: [String: StoredBatch] = [:]
  private var counts = Counts()

  init(_ database: Database, at now: Double) throws {
    self.database = database
    self.now = now
    let position = try BatchCursor.latest(in: database)
    (store, first, place) = (position.store, position.place, position.place)
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
        member.status.rawValue, member.error, member.bytes, place + 1, batch.number, member.index,
      ]
    )
    guard database.changesCount == 1 else { return }
    switch member.status {
    case .succeeded: counts.succeeded += 1
    case .failed: counts.failed += 1
    case .cancelled: counts.cancelled += 1
    }
    counts.bytes += member.bytes
    add(.member(member), of: batch.id)
  }

  /// Counts what was settled, and ends the batch where that were the last of its members.
  mutating func close(_ batch: StoredBatch, timedOut: Bool = false) throws {
    let arguments: StatementArguments = [
      counts.succeeded, counts.failed, counts.cancelled, counts.bytes, batch.number,
    ]
    counts = Counts()
    try database.execute(
      sql: """
        UPDATE batch SET succeeded = succeeded + ?, failed = failed + ?, cancelled = cancelled + ?, bytes = bytes + ?
        WHERE number = ?
        """,
      arguments: arguments
    )
    try database.execute(
      sql: """
        UPDATE batch SET ended = ?, timedOut = ?, place = ?, client = NULL
        WHERE number = ? AND ended IS NULL AND succeeded + failed + cancelled = total
        """,
      arguments: [now, timedOut, place + 1, batch.number]
    )
    if database.changesCount == 1 { add(.end, of: batch.id) }
    if entries.contains(where: { $0.batch == batch.id }) { batches[batch.id] = try self.batch(batch.id) }
  }

  private mutating func add(_ what: BatchNews.What, of batch: String) {
    place += 1
    entries.append(.init(place: place, batch: batch, what: what))
  }

  func finish() throws -> BatchNews {
    if place > first { try database.execute(sql: "UPDATE batchLog SET place = ?", arguments: [place]) }
    return BatchNews(entries: entries, batches: batches, position: BatchCursor(store: store, place: place))
  }
}
