import Foundation
import GalleryDatabase
import GalleryJobs

/// Something small to keep.
struct Note: StorableModel, Equatable {
  static let kind = "note"

  var text: String
}

extension LibraryStore {
  /// Keeps a note under an address of that name.
  @discardableResult
  func note(_ text: String, at name: String) async throws -> StoredModel<Note> {
    try await store(Note(text: text), from: "/\(name)").value()
  }

  /// The notes of a page.
  func notes(after cursor: LibraryCursor? = nil, limit: Int = 50) async throws -> [String] {
    try await page(after: cursor, limit: limit).things.map(\.note)
  }
}

extension SavedThing {
  var note: String { (try? JSONDecoder().decode(Note.self, from: content))?.text ?? "" }
}
