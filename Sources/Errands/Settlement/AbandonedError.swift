/// The code that ought to have settled a run let go of its callback without calling it.
///
/// Instead of waiting for ever, the run fails with this error, which names the line that made the callback.
public struct AbandonedError: Error, Sendable, Equatable, CustomStringConvertible {
  /// Where the callback was made; nil where the work has no line of its own.
  public let origin: SourceLocation?

  /// An error for a callback that was made there.
  public init(origin: SourceLocation?) {
    self.origin = origin
  }

  /// A sentence with the line that made the callback, if it is known.
  public var description: String {
    guard let origin else { return "The work went away without an outcome." }
    return "The callback made at \(origin) was dropped without being called; call it on every path."
  }
}
