import GalleryDatabase
import Hummingbird

/// Which page of the library is asked for.
struct LibraryQuery: Equatable {
  var cursor: LibraryCursor?
  var limit = 24

  init(_ parameters: Parameters) throws {
    if let text = parameters["cursor"] {
      guard let cursor = LibraryCursor(String(text)) else {
        throw Problem.badRequest(
          "The cursor is none that this server gave; leave it out to begin with the newest."
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
