import GalleryDatabase
import Hummingbird

/// Which page of the library is asked for: `?q=&kind=&after=&limit=`.
struct LibraryQuery: Equatable {
  /// How long what is searched for may be, in bytes of UTF-8.
  static let longestSearch = 1000

  var search = LibrarySearch()
  var cursor: LibraryCursor?
  var limit = 24

  init(_ parameters: Parameters) throws {
    search.text = parameters["q"].map(String.init) ?? ""
    guard search.text.utf8.count <= Self.longestSearch else {
      throw Problem.badRequest("That is too long to be searched for; a word or two find more.")
    }
    let kind: LibraryKind? = try parameters.choice("kind")
    search.kind = kind?.rawValue
    if let text = parameters["after"] {
      guard let cursor = LibraryCursor(String(text)) else {
        throw Problem.badRequest(
          "The cursor is none that this server gave; leave “after” out to begin with the newest."
        )
      }
      self.cursor = cursor
    }
    limit = try parameters.number("limit", within: Library.pageSizes) ?? limit
    guard Library.pageSizes.contains(limit) else {
      let range = "\(Library.pageSizes.lowerBound) to \(Library.pageSizes.upperBound)"
      throw Problem.badRequest("A page of \(limit) things cannot be asked for; give a number from \(range).")
    }
  }
}
