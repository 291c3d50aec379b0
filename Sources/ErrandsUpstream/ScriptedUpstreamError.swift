/// What can go wrong with a ``ScriptedUpstream`` itself.
public enum ScriptedUpstreamError: Error, Hashable, CustomStringConvertible {
  /// The port could not be bound.
  case cannotListen(host: String, port: Int, reason: String)
  /// The request was recorded, and has since made room for later ones.
  case forgotten(request: Int, kept: Int)
  /// The server was stopped before what was waited for happened.
  case stopped

  /// A sentence that says what was wrong and what to do.
  public var description: String {
    switch self {
    case .cannotListen(let host, let port, let reason):
      "The upstream cannot listen on \(host):\(port): \(reason). Port 0 takes any free one."
    case .forgotten(let request, let kept):
      "Request \(request) is no longer kept; the upstream keeps the last \(kept). Raise `requestsKept`."
    case .stopped:
      "The upstream was stopped before this happened."
    }
  }
}
