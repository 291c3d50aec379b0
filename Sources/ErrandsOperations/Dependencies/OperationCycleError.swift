/// Operations wait for one another in a circle, so that none of them could ever start.
public struct OperationCycleError: Error, Sendable, Equatable, CustomStringConvertible {
  /// The names of the members, each of which depends on the next one, and the last one on the first.
  public let members: [String]

  /// A sentence with the circle's members in order.
  public var description: String {
    let circle = (members + members.prefix(1)).joined(separator: " → ")
    return "The operations depend on one another in a circle: \(circle). Leave out one of these dependencies."
  }
}
