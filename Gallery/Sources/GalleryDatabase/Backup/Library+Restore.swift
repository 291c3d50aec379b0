import Errands
import ErrandsLoading
import Foundation
import GRDB
import GalleryJobs

extension Library {
  /// Makes a library of a backup. It is whole or not there whenever the process is killed: files come first, under names of their
  /// own, and then one rename puts the rows at their place, which name them. What was kept before is unharmed until then; after
  /// that, or where it was killed before, files without a row, and rows at no place, are deleted by the next that opens the
  /// library. Blocks.
  ///
  /// - Parameters:
  ///   - backup: What ``backUp(to:replacing:check:)`` has written.
  ///   - location: Where the library is to be. The folder is made if it is missing.
  ///   - replacing: Whether a library that is there may be replaced.
  ///   - check: Called again and again, and ends it by what it throws; by default where the task is cancelled.
  /// - Throws: ``BackupError``, `FileFailure`, ``LibraryError``; `CancellationError`.
  public static func restore(
    _ backup: String,
    at location: URL,
    replacing: Bool = false,
    check: () throws -> Void = { try Task.checkCancellation() }
  ) throws -> BackupCount {
    let path = location.path(percentEncoded: false)
    let source = try BackupSource(backup)
    do {
      try LibraryFile.makeFolder(of: path)
      let lock = try FolderLock(LibraryFile.folder(of: path))
      guard try lock.isTakenAlone() else { throw BackupError.inUse(path) }
      // What is there of one that was killed are files of nobody.
      if !SQLitePart.sweep(beside: path), !isThere(path) {
        try LibraryFiles.setAside(beside: path) { true }
      }
      let files = try LibraryFiles(beside: path)
      var count = BackupCount()
      let isAlone = try files.ifAlone {
        guard replacing || !isThere(path) else { throw BackupError.hasLibrary(path) }
        count = try Restoring(source, to: path, files).run(replacing: replacing, check)
      }
      guard isAlone else { throw BackupError.inUse(path) }
      return withExtendedLifetime(lock) { count }
    } catch let error as BackupError {
      throw error
    } catch let error as CancellationError {
      throw error
    } catch {
      throw LibraryError(error, at: path)
    }
  }

  fileprivate static func isThere(_ path: String) -> Bool {
    var status = stat()
    return lstat(path, &status) == 0
  }
}

/// One restoration.
private struct Restoring {
  private let source: BackupSource
  private let path: String
  private let files: LibraryFiles

  init(_ source: BackupSource, to path: String, _ files: LibraryFiles) {
    self.source = source
    self.path = path
    self.files = files
  }

  func run(replacing: Bool, _ check: () throws -> Void) throws -> BackupCount {
    let part = try SQLitePart(beside: path)
    var written: [String] = []
    do {
      let count = try fill(part, &written, check)
      try settle(replacing: replacing)
      try part.finish(replacing: replacing)
      return count
    } catch  where !part.isFinished {
      // The part is the last to go: what it is found beside is known to be its own.
      for name in written { files.removeNow(name) }
      part.remove()
      throw error
    }
  }

  /// The tables are made by ourselves, and so a backup has nothing but rows in them, which are looked at in their new place.
  private func fill(
    _ part: SQLitePart,
    _ written: inout [String],
    _ check: () throws -> Void
  ) throws -> BackupCount {
    let target = try DatabaseQueue(path: part.path)
    defer { try? target.close() }
    try LibrarySchema.migrator.migrate(target, upTo: source.migration)
    var names: [String] = []
    defer { written = names }
    let count = try source.queue.read { old in
      try target.write { new in try copy(from: old, to: new, &names, check) }
    }
    try LibrarySchema.migrator.migrate(target)
    try target.read { try requireRight($0) }
    return count
  }

  /// Looks at all rows as they are from now on: a table takes a value for another one than the backup has.
  private func requireRight(_ database: Database) throws {
    if let fault = try RowRules.fault(in: database) { throw damaged(fault) }
    let logs = try Int.fetchOne(database, sql: "SELECT count(*) FROM batchLog")
    guard logs == 1 else { throw damaged("batchLog has \(logs ?? 0) rows instead of one") }
  }

  private func copy(
    from old: Database,
    to new: Database,
    _ written: inout [String],
    _ check: () throws -> Void
  ) throws -> BackupCount {
    var count = BackupCount()
    var digest = RowsDigest()
    try new.execute(sql: "DELETE FROM batchLog")
    for table in BackupFormat.tables where try new.tableExists(table) {
      let columns = try new.columns(in: table).map(\.name)
      let list = columns.map(\.quotedDatabaseIdentifier).joined(separator: ", ")
      let marks = columns.map { _ in "?" }.joined(separator: ", ")
      let insertion = try new.makeStatement(sql: "INSERT INTO \(table) (\(list)) VALUES (\(marks))")
      let rows = try read { try BackupFormat.rows(of: table, columns, in: old) }
      while let row = try read({ try rows.next() }) {
        try check()
        var values = Dictionary(uniqueKeysWithValues: zip(columns, row.databaseValues))
        digest.add(row.databaseValues, of: table)
        if table == "saved" { try addFile(to: &values, from: old, &count, &written) }
        // Who has heard events of what was there is not to take these for the same.
        if table == "batchLog" {
          values["store"] = String(UInt64.random(in: .min ... .max), radix: 36).databaseValue
        }
        do {
          try insertion.execute(arguments: StatementArguments(columns.map { values[$0] ?? .null }))
        } catch let error as DatabaseError where error.resultCode == .SQLITE_CONSTRAINT {
          throw damaged("\(table) has a row that cannot be")
        }
      }
    }
    guard digest.text == source.digest else { throw damaged("its rows are not those that were written") }
    try copyNumbers(from: old, to: new)
    count.rows = digest.count
    return count
  }

  /// Gives a thing's file a name of its own: one that the backup says could be any path.
  private func addFile(
    to row: inout [String: DatabaseValue],
    from old: Database,
    _ count: inout BackupCount,
    _ written: inout [String]
  ) throws {
    guard let value = row["file"], !value.isNull else { return }
    let id = row["id"].flatMap { Int64.fromDatabaseValue($0) } ?? 0
    guard let named = String.fromDatabaseValue(value), let ending = Self.ending(of: named) else {
      throw damaged("the file of thing \(id) has a name that cannot be")
    }
    let name = LibraryFiles.newName(ending: ending)
    row["file"] = name.databaseValue
    if row["isMissing"] != 0.databaseValue { return count.missing.append(id) }
    let bytes = try read {
      try Data.fetchOne(old, sql: "SELECT content FROM backupFile WHERE name = ?", arguments: [named])
    }
    guard let bytes else { throw damaged("the file of thing \(id) is not in it") }
    guard row["bytes"] == bytes.count.databaseValue,
      row["digest"] == LibraryFiles.digest(of: bytes).databaseValue
    else { throw damaged("the file of thing \(id) is not the one that was kept") }
    written.append(name)
    try files.writeNow(bytes, to: name)
    count.files += 1
    count.bytes += Int64(bytes.count)
  }

  /// As in `jpg`; nil for what is no ending.
  private static func ending(of name: String) -> String? {
    guard let dot = name.lastIndex(of: ".") else { return nil }
    let ending = name[name.index(after: dot)...]
    let isPlain = ending.utf8.allSatisfy { (0x61...0x7A).contains($0) || $0.isDigit }
    return isPlain && (1...8).contains(ending.utf8.count) ? String(ending) : nil
  }

  private func copyNumbers(from old: Database, to new: Database) throws {
    for table in ["saved", "batch"] where try new.tableExists(table) {
      guard let number = try read({ try BackupFormat.lastNumber(of: table, in: old) }) else { continue }
      guard RowRules.amounts.contains(number) else {
        throw damaged("the last number that \(table) has given out is \(number)")
      }
      try BackupFormat.setLastNumber(number, of: table, in: new)
    }
  }

  /// What the old library has beside it would be taken for the new one's: it goes into it first. One that is damaged takes nothing
  /// any more, and is what a backup is for.
  private func settle(replacing: Bool) throws {
    if Library.isThere(path) {
      do {
        try settleOld()
      } catch let error as DatabaseError where replacing && error.saysDamage {}
    }
    for ending in SQLitePart.endings { unlink(path + ending) }
  }

  private func settleOld() throws {
    let old = try DatabaseQueue(path: path)
    let mode = try old.writeWithoutTransaction {
      try String.fetchOne($0, sql: "PRAGMA journal_mode = DELETE")
    }
    try old.close()
    guard mode == "delete" else { throw BackupError.inUse(path) }
  }

  /// Reads from the backup, whose errors are not those of the library.
  private func read<Value>(_ work: () throws -> Value) throws -> Value {
    do { return try work() } catch let error as DatabaseError {
      throw BackupSource.meaning(of: error, source.path)
    }
  }

  private func damaged(_ what: String) -> BackupError { .damaged(source.path, what: what) }
}

extension DatabaseError {
  /// Whether the file is no database, or a broken one.
  fileprivate var saysDamage: Bool { [.SQLITE_NOTADB, .SQLITE_CORRUPT].contains(resultCode) }
}
