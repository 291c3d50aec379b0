import Foundation
import GalleryDatabase

extension NewThing {
  /// A picture of that name, with bytes of its own.
  static func picture(_ name: String, bytes: Data? = nil, title: String? = nil, words: [String] = [])
    -> NewThing
  {
    NewThing(
      url: "/photos/\(name).jpg",
      kind: "photo",
      title: title ?? name,
      words: words,
      content: Data(#"{"width":2,"height":1}"#.utf8),
      file: File(bytes: bytes ?? Data("the picture \(name)".utf8), mediaType: "image/jpeg", ending: "jpg")
    )
  }

  /// A chart of that title, which is its content and has no file.
  static func chart(_ title: String, words: [String] = []) -> NewThing {
    NewThing(url: "chart:\(title)", kind: "chart", title: title, words: words, content: Data("{}".utf8))
  }
}

extension LibraryStore {
  /// The titles of what a search finds.
  func titles(_ text: String = "", kind: String? = nil) async throws -> [String] {
    try await page(matching: LibrarySearch(text, kind: kind), after: nil, limit: 50).things.map(\.title)
  }
}

/// The folder in which the library at `file` has its files.
func filesFolder(of file: URL) -> URL {
  file.deletingLastPathComponent().appending(path: "gallery-files")
}

/// The names in the folder of a library's files.
func names(besides file: URL) throws -> Set<String> {
  Set(try FileManager.default.contentsOfDirectory(atPath: filesFolder(of: file).path()))
}
