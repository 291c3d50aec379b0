import Foundation

/// Why a load gets no place, with a sentence that says what was wrong and what to do.
public enum AdmissionError: Error, Sendable, Equatable {
  /// As many loads wait already as may.
  case tooManyWaiting(host: String, limit: Int)
  /// The host has failed too often in a row, and is left alone until it is tried again.
  case hostUnavailable(host: String, retryAfter: Duration)
}

extension AdmissionError: CustomStringConvertible, LocalizedError {
  /// The same as `description`.
  public var errorDescription: String? { description }

  /// A sentence that names the host, what was wrong and what to do.
  public var description: String {
    switch self {
    case .tooManyWaiting(let host, let limit):
      "No load from \(host) is taken on: \(limit == 1 ? "1 load waits" : "\(limit) loads wait") already, which is "
        + "the limit; try again later, or raise the limit."
    case .hostUnavailable(let host, let retryAfter):
      "\(host) has failed too often in a row and is left alone; it will be tried again in \(retryAfter.shortText)."
    }
  }
}
