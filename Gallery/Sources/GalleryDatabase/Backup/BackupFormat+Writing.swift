import ErrandsLoading
import Foundation
import GRDB

extension BackupFormat {
  /// What is found of a thing's file.
  package enum FoundFile {
    case bytes(Data)
    /// It is lost, or is not what was kept.
    case missing
    /// The thing has gone since its row was copied.
    case deleted
  }

  /// Writes a backup, which appears whole or not at all. Blocks.
  ///
  /// - Parameters:
  ///   - replacing: Whether a file that is there may be replaced.
  ///   - check: Called again and again, and ends it by what it throws; by default where the task is cancelled.
  ///   - rows: Makes a library's own tables in an empty database, with all rows as of one moment.
  ///   - file: Is asked for one file after the other.
  package static func write(
    to path: String,
    replacing: Bool,
    check: () throws -> Void = { try Task.checkCancellation() },
    rows: (DatabaseQueue) throws -> Void,
    file: (SavedThing, SavedThing.File) throws -> FoundFile
  ) throws -> BackupCount {
    try look(at: path, replacing: replacing)
    let part = try SQLitePart(beside: path)
    do {
      let count = try fill(part, check, rows, file)
      try part.finish(replacing: replacing)
      return count
    } catch {
      // Asked before the part is removed, which gives back the room that it took.
      let failure = (error as? DatabaseError).map { meaning(of: $0, writing: path) } ?? error
      part.remove()
      throw failure
    }
  }

  private static func look(at path: String, replacing: Bool) throws {
    var status = stat()
    guard lstat(path, &status) == 0 else { return }
    switch status.st_mode & S_IFMT {
    case S_IFREG: if !replacing { throw FileFailure.exists(path) }
    case S_IFDIR: throw FileFailure.isFolder(path)
    case S_IFLNK: throw BackupError.isLink(path)
    default: throw FileFailure.notFile(path)
    }
  }

  /// What an error of SQLite's says of the file. Its message is “not an error” where the copy has failed and not the connection.
  private static func meaning(of error: DatabaseError, writing path: String) -> any Error {
    switch error.resultCode {
    // That is in the rows, which have come from the library.
    case .SQLITE_CORRUPT: return error
    case .SQLITE_FULL: return FileFailure.noSpace(path, needed: nil, free: freeSpace(for: path))
    case .SQLITE_IOERR: return FileFailure.file(path, reason: "its disk reports an error")
    default:
      let message = error.message == "not an error" ? nil : error.message
      return FileFailure.file(path, reason: message ?? "SQLite's error \(error.resultCode)")
    }
  }

  /// In bytes.
  private static func freeSpace(for path: String) -> Int64 {
    var status = statvfs()
    let folder = URL(filePath: path).deletingLastPathComponent().path(percentEncoded: false)
    guard statvfs(folder, &status) == 0 else { return 0 }
    let (bytes, isTooLarge) = UInt64(status.f_bavail).multipliedReportingOverflow(by: UInt64(status.f_frsize))
    return isTooLarge ? .max : Int64(clamping: bytes)
  }

  private static func fill(
    _ part: SQLitePart,
    _ check: () throws -> Void,
    _ rows: (DatabaseQueue) throws -> Void,
    _ file: (SavedThing, SavedThing.File) throws -> FoundFile
  ) throws -> BackupCount {
    let copy = try DatabaseQueue(path: part.path)
    defer { try? copy.close() }
    try rows(copy)
    return try copy.writeWithoutTransaction { database in
      // One file, with nothing beside it; and nobody looks at it before it is whole.
      try database.execute(
        sql: "PRAGMA journal_mode = DELETE; PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF"
      )
      try make(in: database)
      var count = try addFiles(to: database, check, file)
      let digest = try RowsDigest(of: database, check)
      count.rows = digest.count
      try database.execute(
        sql: "INSERT INTO backup (version, digest) VALUES (?, ?)",
        arguments: [version, digest.text]
      )
      return count
    }
  }

  private static func addFiles(
    to database: Database,
    _ check: () throws -> Void,
    _ find: (SavedThing, SavedThing.File) throws -> FoundFile
  ) throws -> BackupCount {
    var count = BackupCount()
    // Not the things themselves, whose contents would all be in memory.
    for id in try Int64.fetchAll(database, sql: "SELECT id FROM saved WHERE file IS NOT NULL ORDER BY id") {
      try check()
      guard let thing = try SavedThing.fetchOne(database, key: id), let file = thing.file else { continue }
      switch try find(thing, file) {
      case .bytes(let bytes):
        try database.execute(
          sql: "INSERT INTO backupFile (name, content) VALUES (?, ?)",
          arguments: [file.name, bytes]
        )
        count.files += 1
        count.bytes += Int64(bytes.count)
        try database.execute(sql: "UPDATE saved SET isMissing = 0 WHERE id = ?", arguments: [thing.id])
      case .missing:
        count.missing.append(thing.id)
        try database.execute(sql: "UPDATE saved SET isMissing = 1 WHERE id = ?", arguments: [thing.id])
      case .deleted:
        try database.execute(sql: "DELETE FROM saved WHERE id = ?", arguments: [thing.id])
      }
    }
    return count
  }
}
