import Foundation
import GRDB

extension LibraryBackup {
  /// A name beside a file's, under which it is written until it is whole. What a killed process has left there is written over
  /// by the next.
  static func hidden(_ path: String, _ purpose: String) -> String {
    let url = URL(filePath: path)
    return url.deletingLastPathComponent().appending(path: ".\(url.lastPathComponent).\(purpose)")
      .path(percentEncoded: false)
  }

  /// Without the files that SQLite has beside a database that is open.
  static func makeOneFile(_ database: Database) throws {
    _ = try String.fetchOne(database, sql: "PRAGMA journal_mode = DELETE")
  }

  static func removeDatabase(_ path: String) {
    for ending in ["", "-wal", "-shm", "-journal"] { unlink(path + ending) }
  }

  /// Puts a whole file in its place, in the place of what is there. It is on the disk before, and its name after.
  static func put(_ temporary: String, at path: String) throws {
    try flush(temporary)
    guard rename(temporary, path) == 0 else { throw POSIXError(.init(rawValue: errno) ?? .EIO) }
    try flush(URL(filePath: path).deletingLastPathComponent().path(percentEncoded: false))
  }

  private static func flush(_ path: String) throws {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw POSIXError(.init(rawValue: errno) ?? .EIO) }
    defer { _ = close(descriptor) }
    guard fsync(descriptor) == 0 else { throw POSIXError(.init(rawValue: errno) ?? .EIO) }
  }
}
