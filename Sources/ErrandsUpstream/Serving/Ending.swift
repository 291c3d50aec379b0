import NIOCore

/// How a script came to its end, and what is left to do about it on the connection.
struct Ending: Sendable {
  enum Fate: Sendable {
    case keepConnection
    case close
    case reset
    /// The connection failed, or the script was cancelled because the client left or the server stops.
    case broken
  }

  var fate: Fate
  var status: Int?
  /// The last bytes of the answer, which are still to be written.
  var last = ByteBuffer()
  /// Bytes handed to the socket; at first without the last ones.
  var written = 0
}
