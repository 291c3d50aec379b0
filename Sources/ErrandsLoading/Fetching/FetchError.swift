import Foundation

/// Why a fetch failed, each with a sentence that says what was wrong and what to do.
///
/// Cancellation is none of these; it is `CancellationError`, as everywhere in Swift.
public enum FetchError: Error, Sendable, Equatable {
  /// The address is no http or https URL.
  case invalidURL(String, reason: String)
  /// The address leads to a host on this machine or in a private network, which is not allowed.
  case addressForbidden(URL, address: String)
  /// The name of the host cannot be resolved.
  case hostNotFound(URL)
  /// No connection came about.
  case cannotConnect(URL, reason: String)
  /// The secure connection was refused by one of its two ends.
  case notSecure(URL, reason: String)
  /// The connection ended before the head of the answer.
  case connectionLost(URL)
  /// The connection ended in the middle of the body. Both lengths in bytes.
  case truncated(URL, received: Int64, expected: Int64?)
  /// What came back is not HTTP.
  case malformedResponse(URL, reason: String)
  /// The deadline passed, which covers everything from the queue to the decoded value.
  case timedOut(URL, after: Duration)
  /// The server answered with a status that is no success; `retryAfter` is the wait that it asks for, if any.
  case status(URL, code: Int, retryAfter: Duration?)
  /// The body is larger than the limit, in bytes.
  case tooLarge(URL, limit: Int64)
  /// A redirect that cannot be followed.
  case badRedirect(URL, reason: String)
  /// The body is not JSON.
  case malformedJSON(URL, reason: String)
  /// The body is JSON, but of another shape; `path` is where, such as `feed.results[3].name`.
  case unexpectedJSON(URL, path: String, reason: String)
  /// The transport failed in a way that has no case here.
  case transport(URL, reason: String)
}
