import ErrandsPostgres
import Foundation
import GRDB

/// A table that both kinds of database have, with what is carried of it from one to the other.
struct CarriedTable {
  /// Its name in SQLite; in PostgreSQL, where others may have tables, too, it has a name of its own.
  let name: String
  let postgresName: String
  /// The column that is counted up, where it has one: what was given out is not given out again.
  let number: String?
  let columns: [CarriedColumn]

  /// All of them, each behind those that its rows name.
  static let all = [
    CarriedTable(
      name: "saved",
      postgresName: "gallery_saved",
      number: "id",
      columns: [
        .init("id", .int), .init("url", .text), .init("kind", .text), .init("title", .text),
        .init("words", .words),
        .init("content", .bytes), .init("savedAt", .double), .init("place", .int), .init("file", .text),
        .init("mediaType", .text), .init("bytes", .int), .init("digest", .text),
      ]
    ),
    CarriedTable(
      name: "batch",
      postgresName: "gallery_batch",
      number: "number",
      columns: [
        .init("number", .int), .init("id", .text), .init("started", .double), .init("style", .text),
        .init("client", .text), .init("timeLimit", .double), .init("spent", .double), .init("total", .int),
        .init("weight", .int), .init("succeeded", .int), .init("failed", .int), .init("cancelled", .int),
        .init("bytes", .int), .init("ended", .double), .init("timedOut", .flag), .init("place", .int),
      ]
    ),
    // Without their workers, which are those of another place.
    CarriedTable(
      name: "batchMember",
      postgresName: "gallery_batch_member",
      number: nil,
      columns: [
        .init("batch", .int), .init("position", .int), .init("url", .text), .init("status", .text),
        .init("error", .text), .init("bytes", .int), .init("place", .int),
      ]
    ),
  ]

  /// Its columns, with commas between them.
  var list: String { columns.map(\.name.quotedDatabaseIdentifier).joined(separator: ", ") }

  var postgresList: String { columns.map(\.postgresName).joined(separator: ", ") }
}

/// A column, and how its values are read and written.
struct CarriedColumn {
  enum Kind {
    case int, double, text, bytes
    /// A number in SQLite, which has no truth.
    case flag
    /// What a thing is found by, which each has in a form of its own.
    case words
  }

  let name: String
  /// As in `saved_at` for `savedAt`. Made once: each value of each row is read by it.
  let postgresName: String
  private let kind: Kind

  init(_ name: String, _ kind: Kind) {
    self.name = name
    postgresName = name.reduce(into: "") { $0 += $1.isUppercase ? "_\($1.lowercased())" : "\($1)" }
    self.kind = kind
  }

  func postgresValue(_ value: DatabaseValue) -> PostgresValue {
    guard !value.isNull else { return .null }
    let carried: PostgresValue? =
      switch kind {
      case .int: Int64.fromDatabaseValue(value).map { .int($0) }
      case .double: Double.fromDatabaseValue(value).map { .double($0) }
      case .text: String.fromDatabaseValue(value).map { .kept($0) }
      case .bytes: Data.fromDatabaseValue(value).map { .bytes($0) }
      case .flag: Bool.fromDatabaseValue(value).map { .bool($0) }
      case .words: String.fromDatabaseValue(value).map { .text(IndexedWord.line(of: $0)) }
      }
    return carried ?? .null
  }

  func value(of row: PostgresRow) throws -> DatabaseValue {
    let value: (any DatabaseValueConvertible)? =
      switch kind {
      case .int: try row.optional(postgresName, as: Int64.self)
      case .double: try row.optional(postgresName, as: Double.self)
      case .text: try row.optional(postgresName, as: String.self)
      case .bytes: try row.optional(postgresName, as: Data.self)
      case .flag: try row.optional(postgresName, as: Bool.self)
      case .words: try row.optional(postgresName, as: String.self)?.trimmingCharacters(in: .whitespaces)
      }
    return value?.databaseValue ?? .null
  }
}
