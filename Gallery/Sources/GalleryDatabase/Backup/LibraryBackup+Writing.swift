import ErrandsLoading
import Foundation
import GRDB

extension LibraryBackup {
  /// Writes a library to a file, which is whole when it is there. Others may read and write the library meanwhile: the backup
  /// is of the moment in which it began. Blocks.
  ///
  /// - Parameter replaces: Whether a file that is there already is replaced.
  /// - Throws: ``BackupError``; ``LibraryError`` where the library cannot be read.
  public static func write(_ library: Library, to path: String, replaces: Bool = false) throws -> Summary {
    guard replaces || !FileManager.default.fileExists(atPath: path) else { throw BackupError.exists(path) }
    let temporary = hidden(path, "backup")
    defer { removeDatabase(temporary) }
    do {
      let summary = try fill(temporary, from: library)
      try put(temporary, at: path)
      return summary
    } catch let error as DatabaseError {
      throw BackupError.unwritable(path, reason: error.message ?? "\(error.resultCode)")
    } catch let error as POSIXError {
      throw BackupError.unwritable(path, reason: String(cString: strerror(error.code.rawValue)).lowercased())
    }
  }

  private static func fill(_ path: String, from library: Library) throws -> Summary {
    removeDatabase(path)
    let backup = try DatabaseQueue(path: path)
    try library.pool.backup(to: backup)
    try backup.writeWithoutTransaction { try makeOneFile($0) }
    let summary = try backup.write { database in
      try database.execute(sql: tables)
      try database.execute(
        sql: "INSERT INTO backup (version, madeAt) VALUES (?, ?)",
        arguments: [version, Date().timeIntervalSince1970]
      )
      return try addFiles(of: library, to: database)
    }
    try backup.close()
    return summary
  }

  /// One file at a time: all of them may be more than the memory.
  private static func addFiles(of library: Library, to backup: Database) throws -> Summary {
    var summary = Summary()
    let things = try SavedThing.fetchAll(backup, sql: "SELECT * FROM saved WHERE file IS NOT NULL")
    for thing in things {
      guard let file = thing.file else { continue }
      if let bytes = library.files.bytes(of: file) {
        try backup.execute(
          sql: "INSERT INTO backupFile (name, bytes) VALUES (?, ?)",
          arguments: [file.name, bytes]
        )
        try backup.execute(sql: "UPDATE saved SET isMissing = FALSE WHERE id = ?", arguments: [thing.id])
        summary.files += 1
        summary.bytes += bytes.count
      } else if try library.pool.read({ try SavedThing.exists($0, key: thing.id) }) {
        try backup.execute(sql: "UPDATE saved SET isMissing = TRUE WHERE id = ?", arguments: [thing.id])
        summary.missing += 1
      } else {
        // Deleted since the backup began, as though it had been a moment before.
        try backup.execute(sql: "DELETE FROM saved WHERE id = ?", arguments: [thing.id])
      }
    }
    summary.rows = try rows(in: backup)
    return summary
  }

  static func rows(in database: Database) throws -> Int {
    try Int.fetchOne(database, sql: "SELECT (SELECT count(*) FROM saved) + (SELECT count(*) FROM batch)") ?? 0
  }
}

extension LibraryFiles {
  /// What is in a file; nil where it is not there, or is not what was written. Blocks.
  func bytes(of file: SavedThing.File) -> Data? {
    guard let bytes = try? Data(contentsOf: URL(filePath: path(of: file.name))) else { return nil }
    return Self.digest(of: bytes) == file.digest ? bytes : nil
  }
}
