import Foundation
import GRDB
import GalleryJobs

/// Batches in the library's file: those of one server, or of a few on one machine that share its folder.
///
/// Every change is a transaction of its own, written by the one connection of the process that writes.
public struct SQLiteBatchStore: BatchStore {
  let library: Library
  private let clock: @Sendable () -> Date
  /// Between two looks at what others have told.
  let pause: Duration

  /// - Parameters:
  ///   - pause: Between two looks at what others on the same folder have told. Default a second.
  ///   - now: What measures leases and ages. A clock that is put back ends leases early, and lengthens none.
  public init(
    _ library: Library,
    lookingEvery pause: Duration = .seconds(1),
    now: @escaping @Sendable () -> Date = { Date() }
  ) {
    self.library = library
    self.pause = pause
    clock = now
  }

  /// Asked in the transaction, which may have waited for as long as a lease lasts.
  var now: Double { clock().timeIntervalSince1970 }

  public func create(_ order: BatchOrder, within limits: BatchLimits) async throws {
    try await write { database in
      try Self.checkRoom(for: order.client, within: limits, in: database)
      try database.execute(
        sql: """
          INSERT INTO batch (id, started, style, client, timeLimit, total, weight) VALUES (?, ?, ?, ?, ?, ?, ?)
          """,
        arguments: [
          order.id, now, order.style.rawValue, order.client, order.timeLimit / .seconds(1),
          order.addresses.count,
          order.addresses.reduce(0) { $0 + $1.utf8.count },
        ]
      )
      let number = database.lastInsertedRowID
      let member = try database.cachedStatement(
        sql: "INSERT INTO batchMember (batch, position, url) VALUES (?, ?, ?)"
      )
      for (index, url) in order.addresses.enumerated() {
        try member.execute(arguments: [number, index, url])
      }
    }
  }

  private static func checkRoom(
    for client: String?,
    within limits: BatchLimits,
    in database: Database
  ) throws {
    let sql =
      "SELECT count(*) AS inAll, count(*) FILTER (WHERE client = ?) AS ofOne FROM batch WHERE ended IS NULL"
    guard let row = try Row.fetchOne(database, sql: sql, arguments: [client]) else { return }
    guard (row["ofOne"] as Int) < limits.runningOfOne else { throw BatchRefusal.shareFull }
    guard (row["inAll"] as Int) < limits.running else { throw BatchRefusal.full }
  }

  public func batch(_ id: String) async throws -> StoredBatch? {
    try await library.read { try StoredBatch.called(id, in: $0) }
  }

  public func contents(of id: String) async throws -> BatchContents? {
    try await library.read { database in
      guard let batch = try StoredBatch.called(id, in: database) else { return nil }
      var contents = (addresses: [String](), outcomes: [PhotoMember?]())
      let members = try Row.fetchCursor(
        database,
        sql: "SELECT * FROM batchMember WHERE batch = ? ORDER BY position",
        arguments: [batch.number]
      )
      while let row = try members.next() {
        contents.addresses.append(try row.value("url"))
        contents.outcomes.append(try PhotoMember(row: row))
      }
      return BatchContents(batch: batch, addresses: contents.addresses, outcomes: contents.outcomes)
    }
  }

  public func page(after number: Int64?, limit: Int) async throws -> [StoredBatch] {
    let arguments: StatementArguments = [number ?? .max, limit]
    return try await library.read {
      let sql = "SELECT * FROM batch WHERE number < ? ORDER BY number DESC LIMIT ?"
      return try StoredBatch.fetchAll($0, sql: sql, arguments: arguments)
    }
  }

  public func sweep(_ limits: BatchLimits) async throws {
    let oldest = now - limits.age / .seconds(1)
    let isIdle = try await library.read { try Self.surplus(limits, oldest: oldest, in: $0).isEmpty }
    if isIdle { return }
    try await write { database in
      for number in try Self.surplus(limits, oldest: oldest, in: database) {
        try database.execute(
          sql: """
            UPDATE batchLog SET forgotten = max(forgotten, (SELECT place FROM batch WHERE number = ?));
            DELETE FROM batch WHERE number = ?
            """,
          arguments: [number, number]
        )
      }
    }
  }

  /// Batches that are kept no longer.
  private static func surplus(
    _ limits: BatchLimits,
    oldest: Double,
    in database: Database
  ) throws -> [Int64] {
    let sql = """
      SELECT number FROM (
        SELECT number, ended,
          row_number() OVER latest AS count,
          sum(weight) OVER latest AS weight
        FROM batch WHERE ended IS NOT NULL
        WINDOW latest AS (ORDER BY place DESC)
      )
      WHERE count > ? OR (weight > ? AND count > 1) OR ended < ?
      """
    return try Int64.fetchAll(database, sql: sql, arguments: [limits.ended, limits.weight, oldest])
  }

  /// A transaction. What is thrown by a rule of the store's own is thrown as it is.
  func write<Value: Sendable>(_ work: @escaping @Sendable (Database) throws -> Value) async throws -> Value {
    let answer = try await library.write { database in
      do { return Result<Value, BatchRefusal>.success(try work(database)) } catch let refusal as BatchRefusal
      {
        return .failure(refusal)
      }
    }
    return try answer.get()
  }
}
