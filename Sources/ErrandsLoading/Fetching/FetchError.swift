import Foundation

/// Why a fetch failed: an address, and a cause. Its description is a sentence that says what was wrong and what to do; the
/// address in it is without its query and its credentials, which may be secret.
///
/// Cancellation is none of these; it is `CancellationError`, as everywhere in Swift. Two of them are equal where address and
/// cause are.
public struct FetchError: Error, Sendable {
  /// What it says, in one object: errors of the size of all of it made the frames of each load that much larger, failed or not.
  private final class Contents: Sendable {
    let url: URL?
    let cause: Cause
    let answer: FetchedData?

    init(_ url: URL?, _ cause: Cause, _ answer: FetchedData?) {
      (self.url, self.cause, self.answer) = (url, cause, answer)
    }
  }

  private let contents: Contents

  /// A failure of this address, for a transport to throw.
  public init(_ url: URL?, _ cause: Cause, answer: FetchedData? = nil) {
    contents = Contents(url, cause, answer)
  }

  /// The address that failed, after redirects, as it was asked for; nil where there is none.
  public var url: URL? { contents.url }
  /// What went wrong.
  public var cause: Cause { contents.cause }
  /// The answer of a server that refused: its head, and the first KiB of its body. Nil for any other cause.
  public var answer: FetchedData? { contents.answer }

  /// What can go wrong with a fetch.
  public enum Cause: Sendable, Hashable {
    /// The text is no http or https URL.
    case invalidURL(String, reason: String)
    /// The request contradicts itself, or asks for what cannot be sent. Told before anything is sent.
    case invalidRequest(reason: String)
    /// The address leads to a host on this machine or in a private network, which is not allowed.
    case addressForbidden(address: String)
    /// The host is none of those that may be asked.
    case hostForbidden
    /// The name of the host cannot be resolved.
    case hostNotFound
    /// No connection came about.
    case cannotConnect(reason: String)
    /// The secure connection was refused by one of its two ends.
    case notSecure(reason: String)
    /// The connection ended before the head of the answer.
    case connectionLost
    /// The connection ended in the middle of the body. Both lengths in bytes.
    case truncated(received: Int64, expected: Int64?)
    /// What came back is not HTTP.
    case malformedResponse(reason: String)
    /// The deadline passed, which covers everything from the queue to the decoded value.
    case timedOut(after: Duration)
    /// No connection, no head, or no byte came for so long.
    case stalled(for: Duration)
    /// The server answered with a status that is no success; `retryAfter` is the wait that it asks for, if any.
    case status(Int, retryAfter: Duration?)
    /// The body is larger than the limit, in bytes.
    case tooLarge(limit: Int64)
    /// The body is compressed, and longer than the transport's limit allows for what came on the connection.
    case tooCompressed
    /// Only the cache was to be asked, and it has no answer that may be given.
    case notCached
    /// A redirect that cannot be followed.
    case badRedirect(reason: String)
    /// The body is not JSON.
    case malformedJSON(reason: String)
    /// The body is JSON, but of another shape; `path` is where, such as `feed.results[3].name`.
    case unexpectedJSON(path: String, reason: String)
    /// The transport failed in a way that has no case here.
    case transport(reason: String)
  }
}

extension FetchError: Hashable {
  /// Whether both name the same address and the same cause.
  public static func == (one: FetchError, other: FetchError) -> Bool {
    one.url == other.url && one.cause == other.cause
  }

  /// Hashes address and cause.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(url)
    hasher.combine(cause)
  }
}

extension FetchError: CustomReflectable {
  /// Its sentence: a program that prints an error with all of its parts, such as `dump` or the report of a test, prints no secret.
  public var customMirror: Mirror { Mirror(self, children: ["description": description]) }
}

extension FetchError {
  /// Whether the host did not answer at all.
  var isUnreachable: Bool {
    switch cause {
    case .cannotConnect, .connectionLost, .hostNotFound, .stalled: true
    default: false
    }
  }

  /// Whether the same request may well succeed a little later: no connection, one that was lost or fell silent, or one of the
  /// statuses 408, 429, 500, 502, 503 and 504.
  public var isTransient: Bool {
    switch cause {
    case .cannotConnect, .connectionLost, .truncated, .stalled: true
    case .status(let code, _): [408, 429, 500, 502, 503, 504].contains(code)
    default: false
    }
  }
}
