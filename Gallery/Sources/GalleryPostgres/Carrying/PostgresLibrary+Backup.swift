import ErrandsPostgres
import Foundation
import GRDB
import GalleryDatabase
import GalleryJobs

extension PostgresLibrary {
  /// Writes everything that is kept, and the batches, to one file, as ``Library/backUp(to:replacing:check:)`` does it: with that of
  /// one kind of database the other is restored. It appears whole or not at all; servers may be running meanwhile.
  ///
  /// - Parameter replacing: Whether a file that is there may be replaced.
  /// - Throws: ``BackupError``, `FileFailure`, ``LibraryError``; `CancellationError`.
  public func backUp(to path: String, replacing: Bool = false) async throws -> BackupCount {
    try await pool.readAtOnce { [pool] database in
      database.answerLimit = nil
      // Between two questions a disk may be slow.
      try database.execute("SET LOCAL idle_in_transaction_session_timeout = 0")
      // Before anything is looked at: from a table that is emptied and filled again meanwhile, neither would be seen.
      try database.script("LOCK TABLE \(Self.tables), gallery_batch_log IN ACCESS SHARE MODE")
      do {
        return try BackupFormat.write(
          to: path,
          replacing: replacing,
          rows: { copy in
            try LibrarySchema.migrator.migrate(copy)
            try copy.write { try Self.carry(database, to: $0) }
          },
          file: { thing, file in
            let bytes = try database.execute(
              "SELECT bytes FROM gallery_file WHERE thing = $1",
              [.int(thing.id)]
            ).first?.value("bytes", as: Data.self)
            return bytes.flatMap { LibraryFiles.digest(of: $0) == file.digest ? .bytes($0) : nil } ?? .missing
          }
        )
      } catch let error as DatabaseError {
        throw LibraryError.damaged("\(pool.address)", reason: error.message ?? "\(error.resultCode)")
      }
    }
  }

  private static func carry(_ database: PostgresConnection, to copy: Database) throws {
    for table in CarriedTable.all {
      let marks = table.columns.map { _ in "?" }.joined(separator: ", ")
      let insertion = try copy.makeStatement(
        sql: "INSERT INTO \(table.name) (\(table.list)) VALUES (\(marks))"
      )
      try database.each(
        "SELECT \(table.postgresList) FROM \(table.postgresName) ORDER BY 1, 2",
        of: table.name
      ) { row in
        try insertion.execute(arguments: StatementArguments(try table.columns.map { try $0.value(of: row) }))
      }
      guard let number = table.number else { continue }
      let last = try database.execute(
        "SELECT pg_sequence_last_value(pg_get_serial_sequence($1, $2)) AS last",
        [.text(table.postgresName), .text(number)]
      )[0].optional("last", as: Int64.self)
      if let last { try BackupFormat.setLastNumber(last, of: table.name, in: copy) }
    }
    guard let log = try database.execute("SELECT place, forgotten FROM gallery_batch_log").first else {
      throw BatchCursor.absence
    }
    try copy.execute(
      sql: "UPDATE batchLog SET place = ?, forgotten = ?",
      arguments: [try log.value("place", as: Int64.self), try log.value("forgotten", as: Int64.self)]
    )
  }
}

extension PostgresConnection {
  /// Reads the rows of a query some at a time, within a transaction: all at once they might be more than there is memory.
  ///
  /// - Parameter name: What the server is to call it meanwhile.
  fileprivate func each(_ query: String, of name: String, _ body: (PostgresRow) throws -> Void) throws {
    try execute("DECLARE carried_\(name) NO SCROLL CURSOR FOR \(query)")
    while true {
      let rows = try execute("FETCH 200 FROM carried_\(name)")
      if rows.isEmpty { break }
      for row in rows { try body(row) }
    }
    try execute("CLOSE carried_\(name)")
  }
}
