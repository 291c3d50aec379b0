import Foundation

/// Why a file could not be written.
public enum FileFailure: Error, Sendable, Equatable {
  /// The folder is not there and cannot be made.
  case folder(String, reason: String)
  case file(String, reason: String)
}

extension FileFailure: CustomStringConvertible {
  public var description: String {
    switch self {
    case .folder(let path, let reason):
      "The folder \(path) cannot be made: \(reason); name another, or make room for it."
    case .file(let path, let reason):
      "\(path) cannot be written: \(reason); check the folder's permissions and the space on its disk."
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
