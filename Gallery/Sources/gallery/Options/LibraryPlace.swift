import ArgumentParser
import ErrandsLoading
import Foundation
import GalleryDatabase

#if POSTGRES
  import ErrandsPostgres
  import GalleryPostgres
#endif

/// Where a library is: in a folder, or in a database that several servers share.
enum LibraryPlace: Equatable {
  case folder(DataFolder)
  #if POSTGRES
    case database(PostgresAddress)
  #endif

  /// - Parameter name: Where the address was said.
  /// - Throws: `ValidationError` for what is no address, and for any where this program knows no PostgreSQL.
  init(database address: String, of name: String) throws {
    #if POSTGRES
      do {
        self = .database(try PostgresAddress(address))
      } catch {
        throw ValidationError("\(name): \(error)")
      }
    #else
      throw ValidationError(
        "\(name): this Gallery was built without PostgreSQL; build it with ERRANDS_WITH_POSTGRES=1."
      )
    #endif
  }

  /// The database that `GALLERY_DATABASE` names.
  ///
  /// - Throws: `ValidationError`, as ``init(database:of:)``.
  static var databaseOfEnvironment: LibraryPlace? {
    get throws {
      let name = "GALLERY_DATABASE"
      guard let address = ProcessInfo.processInfo.environment[name], !address.isEmpty else { return nil }
      return try LibraryPlace(database: address, of: name)
    }
  }

  /// Opens what is there, and makes it where it is not.
  ///
  /// - Throws: ``LibraryError``.
  func open() async throws -> any LibraryStore {
    switch self {
    case .folder(let folder): try Library(at: folder.library)
    #if POSTGRES
      case .database(let address): try await PostgresLibrary(PostgresPool(address))
    #endif
    }
  }

  /// - Parameter isAlone: Whether no server may be running meanwhile.
  /// - Throws: ``BackupError``, `FileFailure`, ``LibraryError``; `CancellationError`.
  func backUp(to file: String, replacing: Bool = false, alone isAlone: Bool = false) async throws
    -> BackupCount
  {
    switch self {
    case .folder(let folder):
      return try await BlockingWork.run("backup") { check in
        try Self.library(in: folder, alone: isAlone).backUp(to: file, replacing: replacing, check: check)
      }
    #if POSTGRES
      case .database(let address):
        let library = try await Self.library(at: address)
        if isAlone { try await library.requireAlone() }
        return try await library.backUp(to: file, replacing: replacing)
    #endif
    }
  }

  /// - Throws: ``BackupError``, `FileFailure`, ``LibraryError``; `CancellationError`.
  func restore(_ file: String, replacing: Bool) async throws -> BackupCount {
    switch self {
    case .folder(let folder):
      return try await BlockingWork.run("restoration") { check in
        try Library.restore(file, at: folder.library, replacing: replacing, check: check)
      }
    #if POSTGRES
      case .database(let address):
        let library = try await PostgresLibrary(PostgresPool(address))
        return try await withTemporaryFolder { folder in
          // All of it is looked at there, and brought up to date.
          let whole = folder.appending(path: "gallery.sqlite")
          let missing = try await BlockingWork.run("restoration") { check in
            try Library.restore(file, at: whole, check: check).missing
          }
          var count = try await library.take(try Library(at: whole), replacing: replacing)
          count.missing = missing
          return count
        }
    #endif
    }
  }

  /// Brings everything to another place. What is here stays as it is.
  ///
  /// - Throws: ``BackupError``, `FileFailure`, ``LibraryError``; `CancellationError`.
  func carry(to target: LibraryPlace, replacing: Bool) async throws -> BackupCount {
    #if POSTGRES
      if case .folder(let folder) = self, case .database(let address) = target {
        let library = try await BlockingWork.run("library") { _ in try Self.library(in: folder, alone: true) }
        return try await PostgresLibrary(PostgresPool(address)).take(library, replacing: replacing)
      }
    #endif
    return try await withTemporaryFolder { folder in
      let file = folder.appending(path: "backup").path(percentEncoded: false)
      _ = try await backUp(to: file, alone: true)
      return try await target.restore(file, replacing: replacing)
    }
  }

  /// One that is there: opening makes one where there is none.
  private static func library(in folder: DataFolder, alone isAlone: Bool) throws -> Library {
    let path = folder.library.path(percentEncoded: false)
    guard FileManager.default.fileExists(atPath: path) else { throw BackupError.noLibrary(path) }
    do {
      return try Library(at: folder.library, alone: isAlone)
    } catch LibraryError.busy(let path) where isAlone {
      throw BackupError.inUse(path)
    }
  }

  #if POSTGRES
    /// One that is there.
    private static func library(at address: PostgresAddress) async throws -> PostgresLibrary {
      let pool = PostgresPool(address)
      guard try await PostgresLibrary.isThere(in: pool) else { throw BackupError.noLibrary("\(address)") }
      return try await PostgresLibrary(pool)
    }
  #endif
}

extension LibraryPlace: CustomStringConvertible {
  /// The file, or the address without its password.
  var description: String {
    switch self {
    case .folder(let folder): folder.library.path(percentEncoded: false)
    #if POSTGRES
      case .database(let address): "\(address)"
    #endif
    }
  }
}

/// A folder for a moment, which its owner alone can read. Those of processes that were killed, with all of a library in them,
/// are taken away.
private func withTemporaryFolder<Answer>(_ work: (URL) async throws -> Answer) async throws -> Answer {
  let (files, all, prefix) = (FileManager.default, FileManager.default.temporaryDirectory, "gallery-copy-")
  let names = (try? files.contentsOfDirectory(atPath: all.path(percentEncoded: false))) ?? []
  for name in names where name.hasPrefix(prefix) {
    let left = all.appending(path: name)
    guard let lock = try? FolderLock(left.path(percentEncoded: false)), (try? lock.isTakenAlone()) == true
    else { continue }
    try? files.removeItem(at: left)
  }
  let folder = all.appending(path: prefix + UUID().uuidString)
  let path = folder.path(percentEncoded: false)
  _ = FileFailure.making(folder: all.path(percentEncoded: false))
  guard mkdir(path, 0o700) == 0 else {
    let reason = "\(SystemReason.text(errno)) in the folder for temporary files, which TMPDIR names"
    throw FileFailure.folder(path, reason: reason)
  }
  defer { try? files.removeItem(at: folder) }
  // A library locks the folder that it is in, too.
  let inner = folder.appending(path: "library")
  let lock: FolderLock
  do {
    lock = try FolderLock(path)
    guard try lock.isTakenAlone() else { return try await withTemporaryFolder(work) }
    try files.createDirectory(at: inner, withIntermediateDirectories: false)
  } catch  where !files.fileExists(atPath: path) {
    // Another one has taken it away before it was locked.
    return try await withTemporaryFolder(work)
  }
  defer { withExtendedLifetime(lock) {} }
  return try await work(inner)
}
