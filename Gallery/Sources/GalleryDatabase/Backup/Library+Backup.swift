import Crypto
import ErrandsLoading
import Foundation
import GRDB

extension Library {
  /// Writes everything that is kept, and the batches, to one file, which appears whole or not at all. Others may use the library
  /// meanwhile. Blocks.
  ///
  /// The rows are those of one moment. Their files are read after that: what was deleted since is left out, and what has lost
  /// its file is told.
  ///
  /// - Parameter replacing: Whether a file that is there may be replaced.
  /// - Throws: ``BackupError``, `FileFailure`, ``LibraryError``; `CancellationError`.
  public func backUp(to path: String, replacing: Bool = false) throws -> BackupCount {
    var status = stat()
    if lstat(path, &status) == 0 {
      guard replacing else { throw FileFailure.exists(path) }
      guard status.st_mode & S_IFMT == S_IFREG else { throw FileFailure.notFile(path) }
    }
    let part = try SQLitePart(beside: path)
    do {
      let count = try fill(part)
      try part.finish(replacing: replacing)
      return count
    } catch {
      part.remove()
      // Of errors of SQLite's the library's own have come from its connections already.
      guard let error = error as? DatabaseError else { throw error }
      throw FileFailure.file(path, reason: error.message ?? "\(error.resultCode)")
    }
  }

  private func fill(_ part: SQLitePart) throws -> BackupCount {
    let copy = try DatabaseQueue(path: part.path)
    defer { try? copy.close() }
    try pool.backup(to: copy)
    return try copy.writeWithoutTransaction { database in
      // One file, with nothing beside it; and nobody looks at it before it is whole.
      try database.execute(
        sql: "PRAGMA journal_mode = DELETE; PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF"
      )
      try BackupFormat.make(in: database)
      var count = try addFiles(to: database)
      let digest = try RowsDigest(of: database)
      count.rows = digest.count
      try database.execute(
        sql: "INSERT INTO backup (version, digest) VALUES (?, ?)",
        arguments: [BackupFormat.version, digest.text]
      )
      return count
    }
  }

  private func addFiles(to database: Database) throws -> BackupCount {
    var count = BackupCount()
    for thing in try SavedThing.filter(Column("file") != nil).order(Column("id")).fetchAll(database) {
      guard !Task.isCancelled else { throw CancellationError() }
      guard let file = thing.file else { continue }
      let bytes = try? Data(contentsOf: URL(filePath: files.folder + "/" + file.name))
      if let bytes, SHA256.hash(data: bytes).hexadecimal == file.digest {
        try database.execute(
          sql: "INSERT INTO backupFile (name, content) VALUES (?, ?)",
          arguments: [file.name, bytes]
        )
        count.files += 1
        count.bytes += Int64(bytes.count)
        try database.execute(sql: "UPDATE saved SET isMissing = 0 WHERE id = ?", arguments: [thing.id])
      } else if try pool.read({ try SavedThing.exists($0, key: thing.id) }) {
        count.missing.append(thing.id)
        try database.execute(sql: "UPDATE saved SET isMissing = 1 WHERE id = ?", arguments: [thing.id])
      } else {
        try database.execute(sql: "DELETE FROM saved WHERE id = ?", arguments: [thing.id])
      }
    }
    return count
  }
}
