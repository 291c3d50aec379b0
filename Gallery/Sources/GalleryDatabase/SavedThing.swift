import Foundation
import GRDB

/// Something in the library.
public struct SavedThing: Sendable, Equatable, Identifiable {
  /// Its file.
  public struct File: Sendable, Equatable {
    /// Its name, where it lies among others.
    package let name: String
    /// As in `image/gif`.
    public let mediaType: String
    /// Its size, in bytes.
    public let bytes: Int
    /// The SHA-256 of its bytes, in hexadecimal digits.
    public let digest: String
    /// Whether it was not where it belongs when the library was opened.
    public let isMissing: Bool

    package init(name: String, mediaType: String, bytes: Int, digest: String, isMissing: Bool = false) {
      self.name = name
      self.mediaType = mediaType
      self.bytes = bytes
      self.digest = digest
      self.isMissing = isMissing
    }

    /// The ending of its name, without the dot.
    public var ending: String { String(name.split(separator: ".").last ?? "") }
  }

  /// Never given out twice.
  public let id: Int64
  /// Where it was loaded from, as it was given.
  public let url: String
  /// What it is, in one word: `article`.
  public let kind: String
  /// What people call it; empty where it has no name.
  public let title: String
  public let savedAt: Date
  /// The thing itself, or what is known of it, as JSON.
  public let content: Data
  /// `nil` for what is its content and nothing else.
  public let file: File?
  /// Counts up with each thing that is saved, or saved again.
  package let place: Int64

  package init(
    id: Int64,
    url: String,
    kind: String,
    title: String,
    savedAt: Date,
    content: Data,
    file: File?,
    place: Int64
  ) {
    self.id = id
    self.url = url
    self.kind = kind
    self.title = title
    self.savedAt = savedAt
    self.content = content
    self.file = file
    self.place = place
  }
}

extension SavedThing: FetchableRecord, TableRecord {
  public static let databaseTableName = "saved"

  public init(row: Row) throws {
    id = try row.amount("id")
    url = try row.value("url")
    kind = try row.value("kind")
    title = try row.value("title")
    savedAt = try row.moment("savedAt")
    content = try row.value("content")
    place = try row.amount("place")
    file = try File(row: row)
  }
}

extension SavedThing.File {
  fileprivate init?(row: Row) throws {
    guard let name = try row.optional("file", as: String.self) else { return nil }
    self.name = name
    mediaType = try row.value("mediaType")
    bytes = try row.amount("bytes")
    digest = try row.value("digest")
    isMissing = try row.value("isMissing")
  }
}

extension SavedThing {
  /// The row that a statement with `RETURNING` has written.
  ///
  /// To the statement's end: of a full disk it may tell only there, and one who has taken the row and left hears that a
  /// transaction was aborted, and not why.
  static func changed(by sql: String, _ values: StatementArguments, in database: Database) throws
    -> SavedThing
  {
    guard let thing = try fetchAll(database, sql: sql, arguments: values).first else {
      throw DatabaseError(resultCode: .SQLITE_INTERNAL, message: "nothing was saved")
    }
    return thing
  }
}
