/// A place in all that a store has ever told of batches.
public struct BatchCursor: Sendable, Hashable, LosslessStringConvertible {
  /// The store's own name: a place says nothing in another store.
  public let store: String
  public let place: Int64

  /// - Parameter store: Letters and digits of ASCII.
  public init(store: String, place: Int64) {
    self.store = store
    self.place = place
  }

  /// - Returns: `nil` for a text that no cursor has given.
  public init?(_ description: String) {
    let parts = description.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 2, !parts[0].isEmpty, parts[0].utf8.count <= 64, let place = Int64(parts[1]),
      place >= 0,
      String(place) == parts[1], parts[0].utf8.allSatisfy(Self.isAllowed)
    else { return nil }
    self.init(store: String(parts[0]), place: place)
  }

  public var description: String { "\(store).\(place)" }

  private static func isAllowed(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"):
      true
    default: false
    }
  }
}
