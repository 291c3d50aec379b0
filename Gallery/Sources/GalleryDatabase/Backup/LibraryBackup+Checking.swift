import Foundation
import GRDB

extension LibraryBackup {
  /// Opens a backup for reading, and looks through all of it: nothing is restored of one that is not what was written.
  ///
  /// - Throws: ``BackupError``
  static func opened(_ path: String) throws -> (DatabaseQueue, Summary) {
    var configuration = Configuration()
    configuration.readonly = true
    do {
      let backup = try DatabaseQueue(path: path, configuration: configuration)
      return (backup, try backup.read { try check($0, at: path) })
    } catch let error as DatabaseError {
      switch error.resultCode {
      case .SQLITE_NOTADB: throw BackupError.noBackup(path, reason: "it is no database")
      case .SQLITE_CANTOPEN: throw BackupError.noBackup(path, reason: "there is no file that can be opened")
      case .SQLITE_CORRUPT: throw BackupError.damaged(path, reason: "SQLite cannot read it")
      default: throw BackupError.noBackup(path, reason: error.message ?? "\(error.resultCode)")
      }
    }
  }

  private static func check(_ backup: Database, at path: String) throws -> Summary {
    guard try backup.tableExists("backup"), try backup.tableExists("backupFile"),
      try backup.tableExists("saved"), let made = try Int.fetchOne(backup, sql: "SELECT version FROM backup")
    else { throw BackupError.noBackup(path, reason: "it is another database") }
    guard made <= version, try !LibrarySchema.migrator.hasBeenSuperseded(backup) else {
      throw BackupError.newer(path)
    }
    let complaint = try String.fetchOne(backup, sql: "PRAGMA integrity_check(1)")
    guard complaint == "ok" else {
      throw BackupError.damaged(path, reason: complaint ?? "SQLite does not say that it is whole")
    }
    return try checkFiles(backup, at: path)
  }

  /// Each thing has its file, and each file its thing.
  private static func checkFiles(_ backup: Database, at path: String) throws -> Summary {
    var summary = Summary()
    for thing in try SavedThing.fetchAll(backup, sql: "SELECT * FROM saved WHERE file IS NOT NULL") {
      guard let file = thing.file else { continue }
      // It becomes the name of a file in the library's folder, and of none elsewhere.
      guard LibraryFiles.isName(file.name) else {
        throw BackupError.damaged(path, reason: "a file in it is called “\(file.name)”")
      }
      if file.isMissing {
        summary.missing += 1
        continue
      }
      guard let bytes = try bytes(of: file.name, in: backup), LibraryFiles.digest(of: bytes) == file.digest
      else { throw BackupError.damaged(path, reason: "the file of “\(thing.title)” is not what it was") }
      summary.files += 1
      summary.bytes += bytes.count
    }
    summary.rows = try rows(in: backup)
    return summary
  }

  static func bytes(of name: String, in backup: Database) throws -> Data? {
    try Data.fetchOne(backup, sql: "SELECT bytes FROM backupFile WHERE name = ?", arguments: [name])
  }

  /// Whether the database is a library's and nothing else: a trigger or a view in it would go on working in the library.
  ///
  /// - Parameter database: Of this version.
  static func isLibrary(_ database: Database) throws -> Bool {
    let sql = "SELECT type || ' ' || name || ' ' || ifnull(sql, '') FROM sqlite_master ORDER BY 1"
    let fresh = try DatabaseQueue()
    try LibrarySchema.migrator.migrate(fresh)
    return try String.fetchAll(database, sql: sql) == fresh.read { try String.fetchAll($0, sql: sql) }
  }
}
