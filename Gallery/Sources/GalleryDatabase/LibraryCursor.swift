/// A place in the library between two things. It stays true whatever is saved or deleted meanwhile: a page that
/// begins there repeats nothing, and leaves nothing out that was behind it.
public struct LibraryCursor: Sendable, Hashable, LosslessStringConvertible {
  package let place: Int64

  package init(after thing: SavedThing) {
    place = thing.place
  }

  /// - Returns: `nil` for a text that no cursor has given.
  public init?(_ description: String) {
    guard let place = Int64(description), place > 0, String(place) == description else { return nil }
    self.place = place
  }

  public var description: String { String(place) }
}
