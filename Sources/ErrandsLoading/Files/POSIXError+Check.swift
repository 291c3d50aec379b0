import Foundation

extension POSIXError {
  /// Calls the system, again where a signal came in between.
  static func check<Answer: SignedInteger>(_ call: () -> Answer) throws(POSIXError) -> Answer {
    while true {
      let answer = call()
      if answer >= 0 { return answer }
      let error = POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO)
      if error.code != .EINTR { throw error }
    }
  }
}
