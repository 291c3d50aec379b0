import Foundation
import GRDB

extension Library {
  /// Writes everything that is kept, and the batches, to one file, which appears whole or not at all. Others may use the library
  /// meanwhile. Blocks.
  ///
  /// The rows are those of one moment. Their files are read after that: what was deleted since is left out, and what has lost
  /// its file is told.
  ///
  /// - Parameters:
  ///   - replacing: Whether a file that is there may be replaced.
  ///   - check: Called again and again, and ends it by what it throws; by default where the task is cancelled.
  /// - Throws: ``BackupError``, `FileFailure`, ``LibraryError``; `CancellationError`.
  public func backUp(
    to path: String,
    replacing: Bool = false,
    check: () throws -> Void = { try Task.checkCancellation() }
  ) throws -> BackupCount {
    guard !owns(path) else { throw BackupError.ownFile(path) }
    do {
      return try BackupFormat.write(
        to: path,
        replacing: replacing,
        check: check,
        rows: { copy in
          try copyPages(to: copy, check)
          try copy.read { try requireWhole($0) }
        },
        file: { thing, file in
          if let bytes = try whole(file) { return .bytes(bytes) }
          return try pool.read { try SavedThing.exists($0, key: thing.id) } ? .missing : .deleted
        }
      )
    } catch let error as DatabaseError {
      throw LibraryError(error, at: file.path)
    }
  }

  /// The bytes of a thing's file; nil where it is lost, or is not what was kept. Blocks.
  ///
  /// - Throws: ``LibraryError`` where it cannot be read now: taken for lost, it was left out of the backup that replaced a whole one.
  package func whole(_ file: SavedThing.File) throws(LibraryError) -> Data? {
    do { return try files.readNow(file) } catch { throw LibraryError(error, at: self.file.path) }
  }

  /// A piece at a time: whoever interrupts it waits for no more than that, and was gone before the part was removed. All pages are
  /// those of one moment, as the reading goes on over all pieces.
  private func copyPages(to copy: DatabaseQueue, _ check: () throws -> Void) throws {
    try pool.read { source in
      // From the first question on it sees nothing new.
      _ = try Int.fetchOne(source, sql: "SELECT count(*) FROM sqlite_schema")
      try copy.writeWithoutTransaction { target in
        try withoutActuallyEscaping(check) { check in
          try source.backup(to: target, pagesPerStep: 256) { _ in try check() }
        }
      }
    }
  }

  /// What is copied page by page is copied with its damage, and what cannot be restored is no backup: it was noticed on the day
  /// when it was needed.
  private func requireWhole(_ copy: Database) throws {
    guard let fault = try copy.damage() ?? RowRules.fault(in: copy) else { return }
    throw LibraryError.damaged(file.path, reason: fault)
  }
}
