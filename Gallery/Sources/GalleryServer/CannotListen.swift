import Foundation

/// The server cannot listen where it was told to.
public struct CannotListen: Error, CustomStringConvertible {
  let host: String
  let port: Int
  /// What the system says (`errno`); nil where it knows no host of this name.
  let code: Int32?

  public var description: String {
    "Gallery cannot listen on \(host):\(port), because \(reason); choose another with --host and --port."
  }

  private var reason: String {
    switch code {
    case nil: "there is no host of this name"
    case EADDRINUSE: "another program does already"
    case EACCES: "this user may not"
    case EADDRNOTAVAIL: "this machine has no such address"
    case let code?: String(cString: strerror(code)).lowercased()
    }
  }
}
