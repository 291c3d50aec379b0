extension Script {
  /// How an answer tells the client where its content ends (RFC 9112 section 6).
  public enum Framing: Hashable, Sendable {
    /// `Content-Length`, added up over all steps (also those behind a `close`, which so become a truncation).
    /// Where the script's own headers have `Content-Length` or `Transfer-Encoding`, nothing is added.
    case automatic
    /// A declared `Content-Length`, which may be a lie: if more is declared than the steps send, the
    /// connection is closed after the last of them; if less, the rest goes out all the same, and the
    /// connection stays open.
    case length(Int)
    /// The chunked transfer coding, one chunk for each step of bytes. (For a client of HTTP/1.0,
    /// `untilClose`.)
    case chunked
    /// No length: the content ends with the connection.
    case untilClose
    /// No head at all: the steps are the whole answer, however malformed, and the connection is closed after
    /// it.
    case raw
  }
}
