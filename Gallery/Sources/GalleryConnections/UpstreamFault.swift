/// A way in which the embedded upstream can behave badly.
public enum UpstreamFault: String, Sendable, CaseIterable {
  /// The connection ends in the middle of the body.
  case truncate
  /// The connection is reset in the middle of the body.
  case reset
  /// The body stops in the middle, and the connection stays open.
  case stall
  /// The declared length is more than what comes.
  case wrongLength = "wrong-length"
  /// Status 500.
  case error500
  /// Status 429 with `Retry-After`.
  case error429
  /// The body breaks off in the middle of a word, and says that it is whole.
  case malformedJSON = "malformed-json"
  /// A redirect to itself.
  case redirectLoop = "redirect-loop"
  /// The head takes its time.
  case slowHeaders = "slow-headers"
}
