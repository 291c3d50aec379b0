/// Some of the library's things, newest first.
public struct LibraryPage: Sendable, Equatable {
  public let things: [SavedThing]
  /// Where the next page begins; `nil` on the last.
  public let next: LibraryCursor?
  /// How many things the search finds in all.
  public let count: Int

  package init(things: [SavedThing], next: LibraryCursor?, count: Int) {
    self.things = things
    self.next = next
    self.count = count
  }
}
