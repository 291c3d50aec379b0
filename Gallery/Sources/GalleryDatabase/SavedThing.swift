import Foundation
import GRDB

/// Something in the library.
public struct SavedThing: Sendable, Equatable, Identifiable {
  /// Never given out twice.
  public let id: Int64
  /// Where it was loaded from, as it was given.
  public let url: String
  /// What it is, in one word: `article`.
  public let kind: String
  public let savedAt: Date
  /// The thing itself, as JSON.
  public let content: Data
  /// Counts up with each thing that is saved, or saved again.
  let place: Int64
}

extension SavedThing: FetchableRecord, TableRecord {
  public static let databaseTableName = "saved"

  public init(row: Row) throws {
    id = row["id"]
    url = row["url"]
    kind = row["kind"]
    savedAt = Date(timeIntervalSince1970: row["savedAt"])
    content = row["content"]
    place = row["place"]
  }
}
