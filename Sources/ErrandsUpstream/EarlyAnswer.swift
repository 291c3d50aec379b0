/// An answer that does not wait for the end of the request's content, as that of a server that refuses an upload.
///
/// ```swift
/// let upstream = try await ScriptedUpstream.start(
///   answeringEarly: { $0.method == "PUT" ? EarlyAnswer(.status(413)) : nil },
///   respond: { _ in .ok("hello") }
/// )
/// ```
public struct EarlyAnswer: Sendable {
  /// What is answered. Made with `raw` and a `reset`, it is an upload whose connection is lost.
  public var script: Script
  /// How many bytes of content come first. Content that ends before is answered like any other.
  public var contentBytes: Int

  /// This answer after so many bytes of content; by default before the first, so that a client which asks whether to
  /// go on (`Expect: 100-continue`) is not told to.
  public init(_ script: Script, afterContentBytes contentBytes: Int = 0) {
    self.script = script
    self.contentBytes = max(0, contentBytes)
  }
}
