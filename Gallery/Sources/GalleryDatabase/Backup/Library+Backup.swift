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
    guard !owns(path) else { throw BackupError.ownFile(path) }
    do {
      return try BackupFormat.write(
        to: path,
        replacing: replacing,
        rows: { copy in
          try pool.backup(to: copy)
          try copy.read { try requireWhole($0) }
        },
        file: { thing, file in
          guard !Task.isCancelled else { throw CancellationError() }
          if let bytes = files.whole(file) { return .bytes(bytes) }
          return try pool.read { try SavedThing.exists($0, key: thing.id) } ? .missing : .deleted
        }
      )
    } catch let error as DatabaseError {
      throw LibraryError(error, at: file.path)
    }
  }

  /// What is copied page by page is copied with its damage, and what cannot be restored is no backup: it was noticed on the day
  /// when it was needed.
  private func requireWhole(_ copy: Database) throws {
    guard let fault = try copy.damage() ?? RowRules.fault(in: copy) else { return }
    throw LibraryError.damaged(file.path, reason: fault)
  }
}
