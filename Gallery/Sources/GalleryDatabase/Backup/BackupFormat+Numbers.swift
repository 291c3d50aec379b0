import GRDB

extension BackupFormat {
  /// The last number that a table has given out; nil where it has none.
  package static func lastNumber(of table: String, in database: Database) throws -> Int64? {
    try Int64.fetchOne(database, sql: "SELECT seq FROM sqlite_sequence WHERE name = ?", arguments: [table])
  }

  /// A number that was given out is not given out again.
  package static func setLastNumber(_ number: Int64, of table: String, in database: Database) throws {
    try database.execute(sql: "DELETE FROM sqlite_sequence WHERE name = ?", arguments: [table])
    try database.execute(
      sql: "INSERT INTO sqlite_sequence (name, seq) VALUES (?, ?)",
      arguments: [table, number]
    )
  }
}
