import ErrandsLoading
import Foundation
import GRDB

/// Why the library cannot do what it was asked for. Nothing is lost: what was saved is as it was.
public enum LibraryError: Error, Sendable, Equatable {
  /// The file is no database, or a broken one, or has a row that cannot be: which, the reason tells.
  case damaged(String, reason: String)
  /// A newer version of the program has written it.
  case newer(String)
  /// The file cannot be made, opened or written.
  case unusable(String, reason: String)
  /// No room is left: on the disk, or within the library's limit.
  case full(String)
  /// Another program has been writing for too long.
  case busy(String)
  /// The file has been deleted or replaced since it was opened.
  case gone(String)
  /// The library has been closed.
  case closed(String)
  /// The database that several servers share is not there now; it may be again soon.
  case away(String, reason: String)

  /// The file.
  public var path: String {
    switch self {
    case .damaged(let path, _), .newer(let path), .unusable(let path, _), .full(let path), .busy(let path),
      .gone(let path), .closed(let path), .away(let path, _):
      path
    }
  }
}

extension LibraryError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .damaged(let path, let reason):
      "The library \(path) is damaged (\(reason)) and was left as it is; move it, its -wal and -shm, and "
        + "the folder of its files (gallery-files) away to begin a new one, or put a copy in its place."
    case .newer(let path):
      "The library \(path) was written by a newer version of Gallery; use that one, or name another library."
    case .unusable(let path, let reason):
      "The library \(path) cannot be used: \(reason)\(reason.hasSuffix(".") ? "" : ".")"
    case .full(let path):
      "The library \(path) has no room left, on the disk or within its limit; make some, and try again."
    case .busy(let path):
      "The library \(path) is being written by another program; wait for it to end, and try again."
    case .gone(let path):
      "The library \(path) was deleted or replaced while it was open; put it back, or start Gallery again."
    case .closed(let path): "The library \(path) is closed; open it again."
    case .away(let path, let reason):
      "The library \(path) cannot be asked now. \(reason)"
    }
  }
}

extension LibraryError {
  /// What is behind an error of the database or of the file system.
  init(_ error: any Error, at path: String) {
    switch error {
    case let error as LibraryError: self = error
    case let error as DatabaseError: self.init(database: error, at: path)
    case FileFailure.noSpace: self = .full(path)
    case FileFailure.folder(let folder, let reason):
      self = .unfit(path, "the folder \(folder) cannot be made, \(reason)")
    case FileFailure.file(let file, let reason):
      self = .unfit(path, "\(file) cannot be written, \(reason)")
    case FileFailure.unreadable(let file, let reason):
      self = .unusable(path, reason: "\(file) cannot be read, \(reason); check its permissions and its disk")
    default: self = .unfit(path, Self.reason(error))
    }
  }

  private static func unfit(_ path: String, _ reason: String) -> LibraryError {
    .unusable(path, reason: "\(reason); name a folder that can be written to")
  }

  private init(database error: DatabaseError, at path: String) {
    let reason = error.message ?? "\(error.resultCode)"
    switch error.resultCode {
    case .SQLITE_NOTADB, .SQLITE_CORRUPT: self = .damaged(path, reason: reason)
    case .SQLITE_FULL: self = .full(path)
    case .SQLITE_BUSY, .SQLITE_LOCKED: self = .busy(path)
    case .SQLITE_MISUSE: self = .closed(path)
    case .SQLITE_READONLY: self = .unfit(path, "it cannot be written")
    case .SQLITE_CANTOPEN: self = .unfit(path, "it cannot be opened")
    default: self = .unfit(path, reason)
    }
  }

  /// What the system says of an error.
  static func reason(_ error: any Error) -> String {
    let system = error as NSError
    let cause = system.userInfo[NSUnderlyingErrorKey] as? any Error
    if let code = (error as? POSIXError ?? cause as? POSIXError)?.code {
      return String(cString: strerror(code.rawValue)).lowercased()
    }
    return "the system's error \(system.code) of \(system.domain)"
  }
}
