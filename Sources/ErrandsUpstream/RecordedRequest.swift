/// A request as the ``ScriptedUpstream`` saw it.
public struct RecordedRequest: Hashable, Sendable {
  /// Which request of the server this was, counted from 1.
  public var number: Int
  /// On which of the server's connections it came, counted from 1.
  public var connection: Int
  /// The method, as sent.
  public var method: String
  /// The path, as sent: still percent-encoded, without the query, and without the host of a request that names it here.
  public var path: String
  /// What followed the first question mark, still percent-encoded; `nil` if there was none.
  public var query: String?
  /// The header fields, as sent.
  public var headers: HeaderFields
  /// The content, up to the server's limit.
  public var body: [UInt8]
  /// How many bytes of content came, including those that were not kept; of a request that was answered early, until
  /// then.
  public var bodyLength: Int
  /// The fields behind content that came in chunks (RFC 9110 section 6.5).
  public var trailers: HeaderFields = [:]

  /// The kept content as text, with replacement characters where it is not UTF-8.
  public var text: String {
    String(decoding: body, as: UTF8.self)
  }

  /// A request for a test of a `respond` closure on its own, without a server.
  public init(
    number: Int = 1,
    connection: Int = 1,
    method: String = "GET",
    path: String,
    query: String? = nil,
    headers: HeaderFields = [:],
    body: [UInt8] = []
  ) {
    self.number = number
    self.connection = connection
    self.method = method
    self.path = path
    self.query = query
    self.headers = headers
    self.body = body
    bodyLength = body.count
  }
}
