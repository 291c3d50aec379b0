/// A line of the server's log: one request and what became of its answer.
public struct Exchange: Hashable, Sendable {
  /// The number of the request, counted from 1.
  public let number: Int
  /// The method, as sent.
  public let method: String
  /// The path, as sent, without the query.
  public let path: String
  /// The status of the answer; `nil` if there was none, because the client left first or the script was raw.
  public let status: Int?
  /// Bytes of the answer that were handed to the socket, head and framing included.
  public let bytes: Int
  /// Whether the client closed the connection before the script had ended.
  public let closedEarly: Bool

  /// A line for a test to compare with.
  public init(number: Int, method: String, path: String, status: Int?, bytes: Int, closedEarly: Bool) {
    self.number = number
    self.method = method
    self.path = path
    self.status = status
    self.bytes = bytes
    self.closedEarly = closedEarly
  }
}
