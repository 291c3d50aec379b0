import Crypto
import GRDB

/// A backup is a library's own file, as SQLite's online backup copies it, with two more tables: the bytes of the things' files,
/// and what is needed to tell that nothing of it has changed since.
///
/// No archive's format has to be written and read so, and there are no paths in it that could lead elsewhere; whoever has no
/// Gallery looks into it with `sqlite3`, and takes a file out of it with its function `writefile`.
package enum BackupFormat {
  static let version = 1

  /// The tables with rows to keep, each after those that its rows name.
  static let tables = RowRules.all.map(\.table)

  static func make(in database: Database) throws {
    try database.execute(
      sql: """
        CREATE TABLE backup (version INTEGER NOT NULL, digest TEXT NOT NULL);
        CREATE TABLE backupFile (name TEXT PRIMARY KEY, content BLOB NOT NULL);
        """
    )
  }

  /// All rows of a table, in an order that is the same in each copy.
  static func rows(of table: String, _ columns: [String], in database: Database) throws -> RowCursor {
    let list = columns.map(\.quotedDatabaseIdentifier).joined(separator: ", ")
    return try Row.fetchCursor(database, sql: "SELECT \(list) FROM \(table) ORDER BY 1, 2")
  }
}

/// Tells whether rows are the same: SQLite itself sees that its pages hang together, and not that a letter is another one.
struct RowsDigest {
  private(set) var count = 0
  private var hash = SHA256()

  init() {}

  /// Of all rows that are kept.
  ///
  /// - Parameter check: Called for each of them; what it throws ends it.
  init(of database: Database, _ check: () throws -> Void = {}) throws {
    for rules in RowRules.all {
      // Not those that another program has added: they are not restored, and so no restored row would be the same.
      let columns = try database.columns(in: rules.table).map(\.name).filter { rules.kinds.keys.contains($0) }
      let rows = try BackupFormat.rows(of: rules.table, columns, in: database)
      while let row = try rows.next() {
        try check()
        add(row.databaseValues, of: rules.table)
      }
    }
  }

  mutating func add(_ values: some Sequence<DatabaseValue>, of table: String) {
    count += 1
    add("t", Array(table.utf8))
    for value in values {
      switch value.storage {
      case .null: add("n", [])
      case .int64(let number): add("i", Array("\(number)".utf8))
      case .double(let number): add("d", Array("\(number.bitPattern)".utf8))
      case .string(let text): add("s", Array(text.utf8))
      case .blob(let bytes): add("b", Array(bytes))
      }
    }
  }

  var text: String { hash.finalize().hexadecimal }

  /// With its length, as two values that are joined differently are not the same.
  private mutating func add(_ kind: String, _ bytes: [UInt8]) {
    hash.update(data: Array("\(kind)\(bytes.count):".utf8))
    hash.update(data: bytes)
  }
}

extension SHA256.Digest {
  var hexadecimal: String {
    map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }
}
