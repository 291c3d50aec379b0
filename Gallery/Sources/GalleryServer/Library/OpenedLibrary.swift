import Dispatch
import Errands
import GalleryDatabase
import GalleryJobs

/// The library, opened when a client first asks for it: the rest of the page works without.
final class OpenedLibrary: Sendable {
  private let open: @Sendable () throws -> any LibraryStore
  /// One at a time, and away from the threads of the tasks: the file may be slow.
  private let queue = DispatchQueue(label: "library")
  private let opened = Lock<(any LibraryStore)?>(nil)

  init(open: @escaping @Sendable () throws -> any LibraryStore) {
    self.open = open
  }

  /// - Throws: A problem with status 503, which says what is wrong with the file. The next request tries again.
  func library() async throws -> any LibraryStore {
    if let library = opened.withLock({ $0 }) { return library }
    return try await Errand<any LibraryStore>.fromCallback("library") { [self] callback in
      queue.async { [self] in
        callback(
          Result {
            if let library = opened.withLock({ $0 }) { return library }
            let library = try open()
            opened.withLock { $0 = library }
            return library
          }
        )
      }
    }.value()
  }
}
