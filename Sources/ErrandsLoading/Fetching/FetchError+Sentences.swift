import Foundation

extension FetchError: CustomStringConvertible, LocalizedError {
  /// The same as `description`.
  public var errorDescription: String? { description }

  /// A sentence that names the address, what was wrong and what to do.
  public var description: String {
    if case .invalidURL(let text, let reason) = cause {
      return "“\(URL.redacting(text))” cannot be fetched: \(reason)."
    }
    let name = url?.redacted ?? "The address"
    switch cause {
    case .addressForbidden(let address): return name + Self.forbidden(address)
    case .hostNotFound: return name + Self.unknownHost(url?.host)
    default: return name + sentence
    }
  }

  /// Why a text is no address that can be fetched, without the text; for any other cause the whole sentence.
  public var reason: String {
    if case .invalidURL(_, let reason) = cause { reason } else { description }
  }

  private static func forbidden(_ address: String) -> String {
    " leads to \(address), an address on this machine or in a private network; "
      + "allow private addresses if that is what you want."
  }

  private static func unknownHost(_ host: String?) -> String {
    " cannot be reached: no host is called \(host ?? "so"); check the spelling and the network."
  }

  /// What follows the name of the address.
  private var sentence: String {
    switch cause {
    case .invalidURL, .addressForbidden, .hostNotFound: ""
    case .hostForbidden: " is not asked: its host is none of those that are allowed; add it if you trust it."
    case .invalidRequest(let reason): " was not asked for: \(reason)."
    case .cannotConnect(let reason):
      " cannot be reached: \(reason); check that the server is running and the port is right."
    case .notSecure(let reason): " offers no secure connection: \(reason)."
    case .connectionLost: " closed the connection without an answer; try again later."
    case .truncated(let received, let expected):
      " broke off after \(expected.map { "\(received) of " + bytes($0) } ?? bytes(received)); try again."
    case .malformedResponse(let reason): " answered with something that is not HTTP: \(reason)."
    case .timedOut(let limit):
      " was not done within \(limit.shortText); allow more time, or try again later."
    case .stalled(let limit): " sent nothing for \(limit.shortText); try again later, or allow more time."
    case .status(let code, let retryAfter):
      " answered \(code)\(StatusPhrase.text(code)); \(StatusPhrase.advice(code, retryAfter: retryAfter))."
    case .tooLarge(let limit):
      " is larger than the limit of \(bytes(limit)); raise the limit if you trust it."
    case .tooCompressed:
      " is compressed so much that it may be made to fill memory; raise the transport's decompressionRatio if you trust it."
    case .notCached: " is not in the cache, or not fresh enough; allow that its server is asked."
    case .badRedirect(let reason): " redirects in a way that is not followed: \(reason)."
    case .malformedJSON(let reason): " did not answer with JSON: \(reason)"
    case .unexpectedJSON(let path, let reason):
      " answered with JSON of another shape: \(path): \(reason)."
    case .transport(let reason): " could not be fetched: \(reason)."
    }
  }
}

private func bytes(_ count: Int64) -> String { count == 1 ? "1 byte" : "\(count) bytes" }

/// What a status says to a person (RFC 9110, section 15).
private enum StatusPhrase {
  static func text(_ code: Int) -> String {
    let names = [
      400: "Bad Request", 401: "Unauthorized", 403: "Forbidden", 404: "Not Found", 408: "Request Timeout",
      410: "Gone", 414: "URI Too Long", 429: "Too Many Requests", 500: "Internal Server Error",
      502: "Bad Gateway", 503: "Service Unavailable", 504: "Gateway Timeout",
    ]
    return names[code].map { " (\($0))" } ?? ""
  }

  static func advice(_ code: Int, retryAfter: Duration?) -> String {
    if let retryAfter { return "it asks to be tried again after \(retryAfter.shortText)" }
    switch code {
    case 401, 403: return "check the key or the permission"
    case 404, 410: return "check the address"
    case 400..<500 where code != 408 && code != 429: return "the request is not to its liking"
    default: return "try again later"
    }
  }
}

extension Duration {
  /// `2 seconds`, `1.5 seconds`, `300 milliseconds`.
  public var shortText: String {
    // No product of the seconds: they may come from a server, as large as it likes.
    let (seconds, milliseconds) = (components.seconds, components.attoseconds / 1_000_000_000_000_000)
    if seconds == 0 { return milliseconds == 1 ? "1 millisecond" : "\(milliseconds) milliseconds" }
    if milliseconds == 0 { return seconds == 1 ? "1 second" : "\(seconds) seconds" }
    return "\(Double(seconds) + Double(milliseconds) / 1000) seconds"
  }
}
