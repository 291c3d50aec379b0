/// An operation was to get the result of another one that has not ended: it was not among its dependencies any more.
public struct MissingResultError: Error, Sendable, Equatable, CustomStringConvertible {
  /// The operation whose result is missing.
  public let dependency: String

  /// A sentence with the operation's name.
  public var description: String {
    "The operation “\(dependency)” has no result yet. Leave it among the dependencies of its users."
  }
}
