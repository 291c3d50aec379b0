extension Script {
  /// One thing that happens in the course of an answer.
  ///
  /// Bytes of neighbouring steps may travel in one segment; before a wait, a delay, a stall or an end,
  /// everything so far has been handed to the socket. An answer without content (to HEAD, or with status 204
  /// or 304) leaves out the bytes and takes the other steps.
  public enum Step: Sendable {
    /// Sends these bytes; with chunked framing, as one chunk.
    case bytes([UInt8])
    /// Sends this text in UTF-8; with chunked framing, as one chunk.
    case text(String)
    /// Sends a pattern so many times, as fast as the client reads, without ever holding more than a block of
    /// it.
    case repeating([UInt8], count: Int)
    /// Sends content that is made while it is sent: the function gives the steps for a part of the range, which have
    /// to send as many bytes as the part is long. It is asked for a block of at most 64 KiB at a time, when the client
    /// has taken what was before. An answer without content leaves all of it out, what sends nothing included.
    case blocks(Range<Int>, @Sendable (Range<Int>) -> [Step])
    /// Goes on when the function returns: a gate's `wait`, say. It is cancelled when the client leaves; where it throws,
    /// the connection is closed.
    case wait(@Sendable () async throws -> Void)
    /// Goes on after so much time of the server's clock.
    case delay(Duration)
    /// Resets the connection (RST), which the client sees as an error. Nothing after it is sent.
    case reset
    /// Closes the connection (FIN). With content still due, the client sees it cut off.
    case close
    /// Sends nothing any more and keeps the connection until the client leaves or the server stops.
    case stall
  }
}
