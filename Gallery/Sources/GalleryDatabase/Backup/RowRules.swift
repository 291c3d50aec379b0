import Foundation
import GRDB
import GalleryJobs

/// What the rows of a table may have in them. A backup's digest is no signature: whoever likes makes one of rows that Gallery
/// never writes, and what is restored of them is read for as long as the library lives.
struct RowRules {
  enum Kind {
    /// Things, bytes, or what is counted up.
    case amount
    /// In seconds since 1970.
    case moment
    /// How long something takes.
    case seconds
    case text, bytes, flag
    /// What became of a member of a batch.
    case outcome
    case mediaType
    /// A SHA-256, in hexadecimal digits.
    case digest
  }

  let table: String
  let kinds: [String: Kind]
  /// The columns that may be empty.
  let optional: Set<String>

  /// Up to what a browser counts exactly (ECMA-262, section 21.1.2.6), which leaves the library a long way to count on before
  /// ``StoredNumber/amounts`` end.
  static let amounts: ClosedRange<Int64> = 0...((1 << 53) - 1)

  /// Of all tables with rows to keep, each after those that its rows name, as the last of the migrations makes them.
  static let all = [
    RowRules(
      table: "saved",
      kinds: [
        "id": .amount, "url": .text, "content": .bytes, "savedAt": .moment, "place": .amount, "kind": .text,
        "title": .text, "words": .text, "file": .text, "mediaType": .mediaType, "bytes": .amount,
        "digest": .digest, "isMissing": .flag,
      ],
      optional: ["file", "mediaType", "bytes", "digest"]
    ),
    RowRules(
      table: "batch",
      kinds: [
        "number": .amount, "id": .text, "started": .moment, "style": .text, "client": .text,
        "timeLimit": .seconds, "spent": .seconds, "total": .amount, "weight": .amount, "succeeded": .amount,
        "failed": .amount, "cancelled": .amount, "bytes": .amount, "ended": .moment, "timedOut": .flag,
        "place": .amount,
      ],
      optional: ["client", "ended", "place"]
    ),
    RowRules(
      table: "batchMember",
      kinds: [
        "batch": .amount, "position": .amount, "url": .text, "worker": .text, "status": .outcome,
        "error": .text, "bytes": .amount, "place": .amount,
      ],
      optional: ["worker", "status", "error", "place"]
    ),
    RowRules(
      table: "batchWorker",
      kinds: ["id": .text, "renewed": .moment, "lease": .seconds],
      optional: []
    ),
    RowRules(
      table: "batchLog",
      kinds: ["store": .text, "place": .amount, "forgotten": .amount],
      optional: []
    ),
  ]

  /// What is wrong with the first row that cannot be, to follow the name of the backup; nil where there is none. Reads all of them.
  ///
  /// - Throws: `CancellationError` where the task is cancelled meanwhile.
  static func fault(in database: Database) throws -> String? {
    for rules in all {
      let rows = try Row.fetchCursor(database, sql: "SELECT * FROM \(rules.table)")
      while let row = try rows.next() {
        guard !Task.isCancelled else { throw CancellationError() }
        if let fault = rules.fault(of: row) { return fault }
      }
    }
    return nil
  }

  /// What is wrong with a row, to follow the name of the backup; nil where nothing is.
  func fault(of row: Row) -> String? {
    for (name, value) in row {
      guard let kind = kinds[name] else { continue }
      let isAllowed = value.isNull ? optional.contains(name) : kind.takes(value)
      if isAllowed { continue }
      return "\(table) has a row whose \(name) is not \(kind)"
    }
    guard table == "saved" else { return nil }
    let missing = Self.ofFile.filter { isNull($0, in: row) }
    if missing.isEmpty || missing == Self.ofFile { return nil }
    return "\(table) has a row of a file without its \(missing.joined(separator: " and "))"
  }

  /// There are all of them or none.
  private static let ofFile = ["file", "mediaType", "bytes", "digest"]

  private func isNull(_ column: String, in row: Row) -> Bool {
    let value: DatabaseValue = row[column]
    return value.isNull
  }
}

extension RowRules.Kind: CustomStringConvertible {
  var description: String {
    switch self {
    case .amount: "a number from 0 to \(RowRules.amounts.upperBound)"
    case .moment: "a moment of the years 1 to 9999"
    case .seconds: "a number of seconds from 0 to \(Int(StoredNumber.seconds.upperBound))"
    case .text: "a text"
    case .bytes: "there"
    case .flag: "0 or 1"
    case .outcome: "an outcome"
    case .mediaType: "the media type of a picture"
    case .digest: "a SHA-256"
    }
  }

  fileprivate func takes(_ value: DatabaseValue) -> Bool {
    switch (self, value.storage) {
    case (.amount, .int64(let number)): RowRules.amounts.contains(number)
    case (.moment, .int64), (.moment, .double): Self.number(value, isIn: StoredNumber.moments)
    case (.seconds, .int64), (.seconds, .double): Self.number(value, isIn: StoredNumber.seconds)
    case (.text, .string), (.bytes, .string), (.bytes, .blob): true
    case (.flag, .int64(let number)): number == 0 || number == 1
    case (.outcome, .string(let text)): PhotoMember.Status(rawValue: text) != nil
    case (.mediaType, .string(let text)): Self.isPicture(text)
    case (.digest, .string(let text)):
      text.utf8.count == 64 && text.utf8.allSatisfy { $0.isDigit || (0x61...0x66).contains($0) }
    default: false
    }
  }

  private static func number(_ value: DatabaseValue, isIn range: ClosedRange<Double>) -> Bool {
    Double.fromDatabaseValue(value).map { range.contains($0) } ?? false
  }

  /// Of those that have no scripts in them, as `image/svg+xml` may.
  private static func isPicture(_ type: String) -> Bool {
    let name = type.utf8.dropFirst("image/".utf8.count)
    return type.utf8.starts(with: "image/".utf8) && !name.isEmpty
      && name.allSatisfy { $0.isDigit || (0x61...0x7A).contains($0) }
  }
}
