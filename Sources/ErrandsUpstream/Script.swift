/// An answer of a ``ScriptedUpstream``: a head, and the steps that follow it.
///
/// ```swift
/// // Half a picture, and then silence until the test says otherwise.
/// let gate = Gate()
/// let script = Script(
///   headers: ["Content-Type": "image/gif"],
///   steps: [.text("GIF89a"), .wait(gate.wait), .bytes([0x3b])]
/// )
/// ```
public struct Script: Sendable {
  /// The status code.
  public var status: Int
  /// The reason phrase; `nil` takes the usual one for the status.
  public var reason: String?
  /// The header fields in order. The server adds only what framing and connection need, and not where the
  /// script has it already.
  public var headers: HeaderFields
  /// How the client can tell where the content ends.
  public var framing: Framing
  /// What happens after the head, in order.
  public var steps: [Step]
  /// Slowness of this answer; `nil` takes the server's.
  public var shaping: Shaping?

  /// A script of its own; see the makers (``ok(_:contentType:headers:)-(String,_,_)`` and its neighbours) for
  /// the common ones.
  public init(
    status: Int = 200,
    reason: String? = nil,
    headers: HeaderFields = [:],
    framing: Framing = .automatic,
    shaping: Shaping? = nil,
    steps: [Step] = []
  ) {
    self.status = status
    self.reason = reason
    self.headers = headers
    self.framing = framing
    self.shaping = shaping
    self.steps = steps
  }
}
