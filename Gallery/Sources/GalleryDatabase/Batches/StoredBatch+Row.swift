import Foundation
import GRDB
import GalleryJobs

extension StoredBatch: FetchableRecord {
  public init(row: Row) throws {
    let hasEnded = try row.optional("ended", as: Double.self) != nil
    self.init(
      number: try row.amount("number"),
      id: try row.value("id"),
      started: try row.moment("started"),
      // One of a newer version is carried by the usual one.
      style: JobStyle(rawValue: try row.value("style")) ?? .group,
      timeLimit: try row.duration("timeLimit"),
      spent: try row.duration("spent"),
      total: try row.amount("total"),
      succeeded: try row.amount("succeeded"),
      failed: try row.amount("failed"),
      cancelled: try row.amount("cancelled"),
      bytes: try row.amount("bytes"),
      ended: try hasEnded ? row.moment("ended") : nil,
      timedOut: try row.value("timedOut")
    )
  }
}

extension StoredBatch {
  /// The batch that is called so; nil where there is none.
  static func called(_ id: String, in database: Database) throws -> StoredBatch? {
    try fetchOne(database, sql: "SELECT * FROM batch WHERE id = ?", arguments: [id])
  }
}

extension PhotoMember {
  /// What became of the member in a row; nil where that is not known yet.
  init?(row: Row) throws {
    guard let text = try row.optional("status", as: String.self) else { return nil }
    guard let status = Status(rawValue: text) else { throw DatabaseError.damaged("a member is \(text)") }
    self.init(
      index: try row.amount("position"),
      url: try row.value("url"),
      status: status,
      error: try row.optional("error"),
      bytes: try row.amount("bytes")
    )
  }
}
