import Foundation

/// The server cannot listen where it was told to.
public struct CannotListen: Error, CustomStringConvertible {
  let host: String
  let port: Int
  /// What the system says (`errno`).
  let code: Int32

  public var description: String {
    "Gallery cannot listen on \(host):\(port), because \(reason); choose another with --host and --port."
  }

  private var reason: String {
    switch code {
    case EADDRINUSE: "another program does already"
    case EACCES: "this user may not"
    case EADDRNOTAVAIL: "this machine has no such address"
    default: String(cString: strerror(code)).lowercased()
    }
  }
}
