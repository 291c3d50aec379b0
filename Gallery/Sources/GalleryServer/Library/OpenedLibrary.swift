import Errands
import GalleryDatabase
import GalleryJobs

/// The library, opened when a client first asks for it: the rest of the page works without.
final class OpenedLibrary: Sendable {
  private final class State: Sendable {
    let library = Lock<(any LibraryStore)?>(nil)
  }

  private let opening: Errand<any LibraryStore>
  private let state = State()

  /// - Parameter open: Each run opens it anew.
  init(open: Errand<any LibraryStore>) {
    // One at a time, and behind one that succeeds no other.
    opening = Errand("library") { [state] in
      if let library = state.library.withLock({ $0 }) { return library }
      let library = try await open.value()
      state.library.withLock { $0 = library }
      return library
    }
    .shared()
  }

  /// - Throws: A problem with status 503, which says what is wrong with it. The next request tries again.
  func library() async throws -> any LibraryStore {
    if let library = state.library.withLock({ $0 }) { return library }
    return try await opening.value()
  }
}
