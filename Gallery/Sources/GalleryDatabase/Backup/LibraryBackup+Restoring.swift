import ErrandsLoading
import Foundation
import GRDB

extension LibraryBackup {
  /// Makes a library of a backup. All of the backup is looked through before anything is changed, and a process that is killed
  /// meanwhile leaves the library that was there or the one of the backup, whole. Blocks.
  ///
  /// The files come to their place first: of a library that stays as it was they are files without things, which the next one
  /// that opens it deletes. Then the database takes the place of the one before.
  ///
  /// - Parameters:
  ///   - location: The library's file, as of ``Library/init(at:byteLimit:filesLimit:)``.
  ///   - replaces: Whether a library that is there already is replaced.
  /// - Throws: ``BackupError``, ``LibraryError``
  public static func restore(_ path: String, to location: URL, replaces: Bool = false) throws -> Summary {
    let target = location.path(percentEncoded: false)
    let (backup, summary) = try opened(path)
    do {
      guard replaces || !FileManager.default.fileExists(atPath: target) else {
        throw BackupError.libraryExists(target)
      }
      try LibraryFile.makeFolder(of: target)
      let files = try LibraryFiles(beside: target)
      let isDone = try files.ifAlone { try restore(backup, at: path, to: target, files) }
      guard isDone else { throw BackupError.inUse(target) }
    } catch {
      throw error is BackupError ? error : LibraryError(error, at: target)
    }
    // Takes away the files of the things that were there before.
    try Library(at: location).close()
    return summary
  }

  private static func restore(
    _ backup: DatabaseQueue,
    at path: String,
    to target: String,
    _ files: LibraryFiles
  ) throws {
    let temporary = hidden(target, "restore")
    defer { removeDatabase(temporary) }
    try makeLibrary(temporary, of: backup, at: path)
    try backup.read { database in
      for name in try String.fetchAll(database, sql: "SELECT file FROM saved WHERE file IS NOT NULL") {
        guard let bytes = try bytes(of: name, in: database) else { continue }
        try WholeFile.write(bytes, to: files.path(of: name))
      }
    }
    takeIn(target)
    try put(temporary, at: target)
  }

  /// The backup as a database of this version, without what only a backup has.
  private static func makeLibrary(_ path: String, of backup: DatabaseQueue, at origin: String) throws {
    removeDatabase(path)
    let library = try DatabaseQueue(path: path)
    try backup.backup(to: library)
    try library.writeWithoutTransaction { database in
      try makeOneFile(database)
      try database.execute(sql: "DROP TABLE backup; DROP TABLE backupFile")
    }
    try LibrarySchema.migrator.migrate(library)
    guard try library.read({ try isLibrary($0) }) else {
      throw BackupError.damaged(origin, reason: "it has tables or triggers that no library has")
    }
    try library.vacuum()
    try library.close()
  }

  /// What the library before has not yet taken into its file is taken there: beside another file it would be taken into that.
  private static func takeIn(_ path: String) {
    if FileManager.default.fileExists(atPath: path), let former = try? DatabaseQueue(path: path) {
      try? former.writeWithoutTransaction { try makeOneFile($0) }
      try? former.close()
    }
    // Of one that is damaged.
    for ending in ["-wal", "-shm", "-journal"] { unlink(path + ending) }
  }
}
