import Errands
import Foundation
import GRDB
import GalleryJobs

/// The library of saved things: a file of SQLite's, which any number of readers and one writer use at a time, and beside it a
/// folder with the files of those things that have one.
///
/// ```swift
/// let library = try Library(at: URL(filePath: "gallery.sqlite"))
/// let saved = try await library.store(article, from: "/articles/17.json").value()
/// let page = try await library.page(limit: 20)
/// ```
///
/// It loses nothing by itself: a file that cannot be read is left as it is, and nothing more is written where the
/// file has been taken away from under it.
public final class Library: Sendable {
  /// How large the file may grow unless told otherwise, in bytes.
  public static let usualLimit: Int64 = 1 << 30
  /// How large the files of all things may be together unless told otherwise, in bytes.
  public static let usualFilesLimit: Int64 = 16 << 30

  let file: LibraryFile
  package let files: LibraryFiles
  package let pool: DatabasePool
  let filesLimit: Int64
  /// Takes away what can be spared of the disk.
  private let makeRoom: (@Sendable () async -> Void)?
  /// Keeps a backup from being restored under it. It is held before the file is opened: what SQLite has beside a file would
  /// otherwise be taken for that of the one which replaces it.
  private let use: FolderLock

  /// Opens the library, makes it if it is not there, brings one of an older version up to date, and tidies up after one that
  /// was killed. Blocks.
  ///
  /// - Parameters:
  ///   - location: The file. The folder is made if it is missing.
  ///   - byteLimit: How large the file may grow.
  ///   - filesLimit: How large the files of all things may be together.
  ///   - isAlone: Whether nobody else may have it open meanwhile.
  ///   - makeRoom: Called where the disk is full; what was to be written is then tried once more.
  /// - Throws: ``LibraryError``; the file is then as it was.
  public init(
    at location: URL,
    byteLimit: Int64 = usualLimit,
    filesLimit: Int64 = usualFilesLimit,
    alone isAlone: Bool = false,
    makeRoom: (@Sendable () async -> Void)? = nil
  ) throws(LibraryError) {
    let path = location.path(percentEncoded: false)
    self.filesLimit = filesLimit
    self.makeRoom = makeRoom
    do {
      try LibraryFile.makeFolder(of: path)
      use = try FolderLock(LibraryFile.folder(of: path))
      guard try isAlone ? use.isTakenAlone() : use.isShared() else { throw LibraryError.busy(path) }
      // Nobody restores a backup while somebody has the folder: what is there of one is of a process that was killed.
      let wasBeingRestored = SQLitePart.sweep(beside: path)
      LibraryFile.makePrivate(path)
      pool = try Self.pool(at: path, byteLimit: byteLimit)
      try Self.checkVersion(of: pool, at: path)
      let isNew = { [pool] in try pool.read(LibrarySchema.migrator.appliedIdentifiers).isEmpty }
      if !wasBeingRestored, try isNew() { try LibraryFiles.setAside(beside: path, where: isNew) }
      try LibrarySchema.migrate(pool)
      // What has been answered outlasts a power cut, too: each commit is on the disk before it returns.
      try pool.writeWithoutTransaction { try $0.execute(sql: "PRAGMA synchronous = FULL") }
      file = try LibraryFile(path)
      files = try LibraryFiles(beside: path)
      try Self.tidy(files, of: pool)
    } catch {
      throw LibraryError(error, at: path)
    }
  }

  /// Closes the file. What is asked of the library after that fails with ``LibraryError/closed(_:)``.
  public func close() throws(LibraryError) {
    do { try pool.close() } catch { throw LibraryError(error, at: file.path) }
  }

  /// - Throws: ``LibraryError``; `CancellationError`.
  func read<Value: Sendable>(_ work: @escaping @Sendable (Database) throws -> Value) async throws -> Value {
    try await explaining { try await pool.read(work) }
  }

  /// Does the work in one transaction, of which everything is kept or nothing.
  ///
  /// - Throws: ``LibraryError``, and `CancellationError`, where the task was cancelled before the commit.
  func write<Value: Sendable>(
    _ work: @escaping @Sendable (Database) throws -> Value
  ) async throws -> Value {
    try await explaining {
      try await pool.write { [file] database in
        let value = try work(database)
        try file.check()
        return value
      }
    }
  }

  /// Does the work, once more where the disk was full and others have made room, which they cannot where the limit of all files
  /// is reached; and says of an error what it means for the library.
  func explaining<Value: Sendable>(_ work: () async throws -> Value) async throws -> Value {
    do {
      do {
        return try await work()
      } catch  where !(error is LibraryError) && LibraryError(error, at: file.path) == .full(file.path) {
        guard let makeRoom else { throw error }
        await makeRoom()
        return try await work()
      }
    } catch let error as CancellationError {
      throw error
    } catch {
      throw LibraryError(error, at: file.path)
    }
  }

  /// Another process may be writing; its transactions take milliseconds. Where two make the same library, SQLite refuses one of
  /// them without that wait, in the moment in which the file becomes one that can be read while it is written.
  private static func pool(at path: String, byteLimit: Int64) throws -> DatabasePool {
    let patience = 5.0
    var configuration = Configuration()
    configuration.label = "library"
    configuration.busyMode = .timeout(patience)
    configuration.prepareDatabase { database in
      let page = try Int64.fetchOne(database, sql: "PRAGMA page_size") ?? 4096
      try database.execute(sql: "PRAGMA max_page_count = \(max(1, byteLimit / page))")
    }
    let end = ContinuousClock.now + .seconds(patience)
    while true {
      do {
        return try DatabasePool(path: path, configuration: configuration)
      } catch DatabaseError.SQLITE_BUSY where .now < end {
        usleep(1_000)
      }
    }
  }

  private static func checkVersion(of pool: DatabasePool, at path: String) throws {
    let isNewer = try pool.read { try LibrarySchema.migrator.hasBeenSuperseded($0) }
    if isNewer { throw LibraryError.newer(path) }
  }
}
