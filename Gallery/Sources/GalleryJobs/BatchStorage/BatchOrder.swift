import Foundation

/// A batch that is to be kept.
public struct BatchOrder: Sendable, Equatable {
  /// Never the same for two. A client that knows it may look at the batch, and cancel it.
  public let id: String
  /// In their order. What is no address is that member's failure.
  public let addresses: [String]
  public let style: JobStyle
  /// How long it may be carried out. What passes while no server carries it out does not count.
  public let timeLimit: Duration
  /// Whose share of the places it counts for; `nil` for nobody's. Forgotten when it ends.
  public let client: String?

  public init(
    id: String = UUID().uuidString.lowercased(),
    addresses: [String],
    style: JobStyle = .group,
    timeLimit: Duration,
    client: String? = nil
  ) {
    self.id = id
    self.addresses = addresses
    self.style = style
    self.timeLimit = timeLimit
    self.client = client
  }
}
