import Foundation
import GRDB
import GalleryJobs

extension StoredBatch: FetchableRecord {
  public init(row: Row) throws {
    let ended: Double? = row["ended"]
    self.init(
      number: row["number"],
      id: row["id"],
      started: Date(timeIntervalSince1970: row["started"]),
      // One of a newer version is carried by the usual one.
      style: JobStyle(rawValue: row["style"]) ?? .group,
      timeLimit: .seconds(row["timeLimit"] as Double),
      spent: .seconds(row["spent"] as Double),
      total: row["total"],
      succeeded: row["succeeded"],
      failed: row["failed"],
      cancelled: row["cancelled"],
      bytes: row["bytes"],
      ended: ended.map { Date(timeIntervalSince1970: $0) },
      timedOut: row["timedOut"]
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
    let text: String? = row["status"]
    guard let text else { return nil }
    guard let status = Status(rawValue: text) else {
      throw DatabaseError(resultCode: .SQLITE_CORRUPT, message: "a member is \(text)")
    }
    self.init(
      index: row["position"],
      url: row["url"],
      status: status,
      error: row["error"],
      bytes: row["bytes"]
    )
  }
}
