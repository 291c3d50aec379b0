import ErrandsLoading
import Foundation
import GRDB

/// A backup that is read. Nothing in it is trusted: its tables are read as rows alone, and names in it never become paths.
struct BackupSource {
  let path: String
  let queue: DatabaseQueue
  /// The last of the library's migrations that it has seen.
  let migration: String
  let digest: String

  /// - Throws: ``BackupError``, `FileFailure`.
  init(_ path: String) throws {
    self.path = path
    try Self.checkLength(of: path)
    var configuration = Configuration()
    configuration.readonly = true
    configuration.prepareDatabase {
      try $0.execute(sql: "PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON")
    }
    do {
      queue = try DatabaseQueue(path: path, configuration: configuration)
      (migration, digest) = try queue.read { try Self.check($0, of: path) }
    } catch let error as DatabaseError {
      throw Self.meaning(of: error, path)
    }
  }

  /// What an error of SQLite's says of the backup.
  static func meaning(of error: DatabaseError, _ path: String) -> BackupError {
    switch error.resultCode {
    case .SQLITE_NOTADB: .noBackup(path)
    default: .damaged(path, what: error.message ?? "\(error.resultCode)")
    }
  }

  /// SQLite's header tells how many pages there are (its file format, section 1.3).
  private static func checkLength(of path: String) throws {
    var status = stat()
    guard stat(path, &status) == 0 else { throw unreadable(path) }
    guard status.st_mode & S_IFMT == S_IFREG else { throw BackupError.noBackup(path) }
    guard let file = FileHandle(forReadingAtPath: path) else { throw unreadable(path) }
    defer { try? file.close() }
    let head = [UInt8](try file.read(upToCount: 100) ?? Data())
    guard head.starts(with: Array("SQLite format 3\0".utf8)) else { throw BackupError.noBackup(path) }
    guard head.count == 100 else { throw BackupError.damaged(path, what: "it is cut short") }
    let declared = Int64(head[16]) << 8 | Int64(head[17])
    let pages = head[28..<32].reduce(Int64(0)) { $0 << 8 | Int64($1) }
    guard Int64(status.st_size) == pages * (declared == 1 ? 65_536 : declared) else {
      throw BackupError.damaged(path, what: "it is cut short, or something was added to it")
    }
  }

  /// What the last call of this thread says of it.
  private static func unreadable(_ path: String) -> FileFailure {
    .unreadable(path, reason: String(cString: strerror(errno)).lowercased())
  }

  private static func check(_ database: Database, of path: String) throws -> (String, String) {
    // Tables, and no views, which could be anything.
    let sql = "SELECT count(*) FROM sqlite_schema WHERE type = 'table' AND rootpage > 0 AND name = ?"
    func has(_ table: String) throws -> Bool { try Int.fetchOne(database, sql: sql, arguments: [table]) == 1 }
    guard try has("backup"), try has("backupFile"), try has("grdb_migrations"),
      let row = try Row.fetchOne(database, sql: "SELECT version, digest FROM backup")
    else { throw BackupError.noBackup(path) }
    guard Int.fromDatabaseValue(row["version"]) == BackupFormat.version else {
      throw BackupError.otherVersion(path)
    }
    let applied = Set(try String.fetchAll(database, sql: "SELECT identifier FROM grdb_migrations"))
    let known = LibrarySchema.migrator.migrations.prefix(applied.count)
    guard let last = known.last, applied == Set(known) else { throw BackupError.otherVersion(path) }
    for table in BackupFormat.tables {
      let sql = "SELECT count(*) FROM sqlite_schema WHERE name = ? COLLATE NOCASE"
      let isThere = try Int.fetchOne(database, sql: sql, arguments: [table]) != 0
      // A view may have rows without end.
      guard try !isThere || has(table) else { throw BackupError.damaged(path, what: "\(table) is no table") }
    }
    if let damage = try database.damage() { throw BackupError.damaged(path, what: damage) }
    return (last, String.fromDatabaseValue(row["digest"]) ?? "")
  }
}

extension Database {
  /// What SQLite finds when it looks at all pages; nil where it finds nothing.
  func damage() throws -> String? {
    let finding = try String.fetchOne(self, sql: "PRAGMA integrity_check(1)") ?? "it cannot be read"
    // A heading comes before it, with the name that the database has in this connection.
    return finding == "ok" ? nil : finding.split(separator: "\n").last.map(String.init) ?? finding
  }
}
