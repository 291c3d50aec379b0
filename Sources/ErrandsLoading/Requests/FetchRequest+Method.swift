extension FetchRequest {
  /// The methods that a fetcher sends (RFC 9110, section 9.3; RFC 5789 for PATCH).
  public enum Method: String, Sendable, Hashable, CaseIterable {
    /// The head and the body.
    case get = "GET"
    /// The head alone.
    case head = "HEAD"
    /// What can be done with the address.
    case options = "OPTIONS"
    /// Something is done with the body that is sent.
    case post = "POST"
    /// The body that is sent takes the place of what is there.
    case put = "PUT"
    /// What is there is changed as the body that is sent says.
    case patch = "PATCH"
    /// What is there is removed.
    case delete = "DELETE"

    /// Whether it changes nothing on the server (RFC 9110, section 9.2.1). The answers of other methods are never shared.
    public var isSafe: Bool {
      switch self {
      case .get, .head, .options: true
      case .post, .put, .patch, .delete: false
      }
    }

    /// Whether doing it twice is the same as doing it once (RFC 9110, section 9.2.2). Only such a request is tried again.
    public var isIdempotent: Bool {
      switch self {
      case .get, .head, .options, .put, .delete: true
      case .post, .patch: false
      }
    }
  }
}
