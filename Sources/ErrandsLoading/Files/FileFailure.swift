import Foundation

/// Why a file could not be written.
public enum FileFailure: Error, Sendable, Equatable {
  /// The folder is not there and cannot be made.
  case folder(String, reason: String)
  /// The folder is not there, and is not to be made.
  case noFolder(String)
  /// No file can have this name.
  case badName(String, reason: String)
  /// Somebody else has changed the file while it came.
  case changed(String)
  /// The file cannot be made, written or put in its place.
  case file(String, reason: String)
  /// The file cannot be read.
  case unreadable(String, reason: String)
  /// A file was to be written where a folder is.
  case isFolder(String)
  /// A file was to be written where something else is: a device, a pipe, a socket.
  case notFile(String)
  /// A file is there, and is not to be replaced.
  case exists(String)
  /// A link is there that leads to nothing.
  case danglingLink(String, target: String)
  /// The disk has too little room for a file. Both numbers are in bytes; `needed` is nil where the length of the file
  /// is not known.
  case noSpace(String, needed: Int64?, free: Int64)
  /// The file that came is not the one that was expected. Both digests are hexadecimal.
  case checksum(String, expected: String, actual: String)
}

extension FileFailure: CustomStringConvertible, LocalizedError {
  /// The same as `description`.
  public var errorDescription: String? { description }

  /// A sentence that names the file or folder, what was wrong and what to do.
  public var description: String {
    switch self {
    case .folder(let path, let reason):
      "The folder \(path) cannot be made: \(reason); name another, or make room for it."
    case .noFolder(let path):
      "The folder \(path) is not there; make it, or name another."
    case .badName(let path, let reason):
      "\(path) cannot be written: \(reason); name another."
    case .changed(let path):
      "\(path) was not written: somebody else has cut what had come of it; fetch it again."
    case .file(let path, let reason):
      "\(path) cannot be written: \(reason); check the folder's permissions and the space on its disk."
    case .unreadable(let path, let reason):
      "\(path) cannot be read: \(reason); check its name and its permissions."
    case .isFolder(let path):
      "\(path) is a folder; name a file in it."
    case .notFile(let path):
      "\(path) is a device, a pipe or a socket, and only a file can be replaced; name another."
    case .exists(let path):
      "\(path) is there already; name another, or allow that it is replaced."
    case .danglingLink(let path, let target):
      "\(path) is a link to \(target), which is not there; make that file, or remove the link."
    case .noSpace(let path, let needed?, let free):
      "\(path) does not fit: it needs \(needed) bytes, and its disk has \(free) free; "
        + "make room, or name another disk."
    case .noSpace(let path, nil, let free):
      "\(path) does not fit: its disk is full, with \(free) bytes free; make room, or name another disk."
    case .checksum(let path, let expected, let actual):
      "\(path) was not written: its SHA-256 was to be \(expected) and is \(actual); "
        + "check the address and the digest, and fetch it again."
    }
  }
}

extension Error {
  /// What the system says went wrong, without the name of an error domain.
  var reason: String {
    let error = self as NSError
    if let cause = error.userInfo[NSUnderlyingErrorKey] as? any Error { return cause.reason }
    guard error.domain == NSPOSIXErrorDomain else { return error.localizedDescription }
    return String(cString: strerror(Int32(error.code)))
  }
}
