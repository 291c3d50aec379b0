import Foundation

/// What the system says is wrong, in the middle of a sentence.
enum SystemReason {
  /// - Parameter code: As in `errno`.
  static func text(_ code: Int32) -> String { String(cString: strerror(code)).lowercased() }

  /// The words of the system's error that Foundation's is made of.
  static func text(_ error: any Error) -> String {
    let error = error as NSError
    if error.domain == NSPOSIXErrorDomain { return text(Int32(truncatingIfNeeded: error.code)) }
    guard let underlying = error.userInfo[NSUnderlyingErrorKey] as? any Error else {
      return error.localizedDescription
    }
    return text(underlying)
  }
}
