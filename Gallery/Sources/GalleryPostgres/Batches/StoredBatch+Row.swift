import ErrandsPostgres
import Foundation
import GalleryJobs

extension StoredBatch {
  init(row: PostgresRow) throws {
    let hasEnded = try row.optional("ended", as: Double.self) != nil
    self.init(
      number: try row.amount("number"),
      id: try row.value("id"),
      started: try row.moment("started"),
      // One of a newer version is carried by the usual one.
      style: JobStyle(rawValue: try row.value("style")) ?? .group,
      timeLimit: try row.duration("time_limit"),
      spent: try row.duration("spent"),
      total: try row.amount("total"),
      succeeded: try row.amount("succeeded"),
      failed: try row.amount("failed"),
      cancelled: try row.amount("cancelled"),
      bytes: try row.amount("bytes"),
      ended: try hasEnded ? row.moment("ended") : nil,
      timedOut: try row.value("timed_out")
    )
  }

  /// The batch that is called so; nil where there is none.
  static func called(_ id: String, in database: PostgresConnection) throws -> StoredBatch? {
    try database.execute("SELECT * FROM gallery_batch WHERE id = $1", [.kept(id)]).first.map {
      try StoredBatch(row: $0)
    }
  }
}

extension PhotoMember {
  /// What became of the member in a row; nil where that is not known yet.
  ///
  /// - Parameter bytes: The column of its bytes.
  init?(row: PostgresRow, bytes: String = "bytes") throws {
    guard let text = try row.optional("status", as: String.self) else { return nil }
    guard let status = Status(rawValue: text) else {
      throw PostgresError.value(column: "status", reason: "is “\(text)”, of which this version knows nothing")
    }
    self.init(
      index: try row.amount("position"),
      url: try row.value("url"),
      status: status,
      error: try row.optional("error"),
      bytes: try row.amount(bytes)
    )
  }
}

extension BatchCursor {
  static var absence: PostgresError {
    .value(column: "store", reason: "is missing: the log of batches has no row")
  }
}
