import Foundation
import GalleryDatabase
import GalleryJobs

/// What `POST /api/library` asks for: a ``LibrarySource``, and with a picture what it is called: `"title":"…"`.
struct KeepOrder: Sendable, Equatable {
  /// How long a title may be, in characters; a longer one is cut.
  static let longestTitle = 200

  let source: LibrarySource
  /// In one line; empty where none was given.
  let title: String

  /// - Throws: A problem with status 400 for what is no JSON, 422 for a title that is no text, and what ``LibrarySource``
  ///   throws.
  init(json: Data, signer: ImageSigner) throws(Problem) {
    let object = try json.object()
    source = try LibrarySource(json: object, signer: signer)
    guard let title = (object["title"] ?? "") as? String else {
      throw .wrong("The title is no text; send it as a JSON string, or leave it out.")
    }
    self.title = Self.line(title)
  }

  /// Without line breaks and other control characters, and of a length that can be shown.
  private static func line(_ text: String) -> String {
    let words = text.beginning(ofBytes: 16 * longestTitle).split { character in
      character.isWhitespace
        || character.unicodeScalars.contains { $0.properties.generalCategory == .control }
    }
    return String(words.joined(separator: " ").prefix(longestTitle))
  }
}

/// What `POST /api/library/lookup` asks about: `{"sources":[…]}`.
struct LookupOrder: Sendable, Equatable {
  /// How many sources one request may have.
  static let mostSources = 200

  let sources: [LibrarySource]

  /// - Throws: A problem with status 400 for what is no JSON, 413 for too many sources, 422 for something else, and what
  ///   ``LibrarySource`` throws.
  init(json: Data, signer: ImageSigner) throws(Problem) {
    guard let list = try json.object()["sources"] as? [[String: Any]] else {
      throw .wrong(#"The body names no list of sources; send {"sources":[{"image":"/image/…"}]}."#)
    }
    guard list.count <= Self.mostSources else {
      let detail = "\(list.count) sources are too many; send \(Self.mostSources) at most."
      throw Problem(status: .contentTooLarge, detail: detail)
    }
    var sources: [LibrarySource] = []
    for source in list { sources.append(try LibrarySource(json: source, signer: signer)) }
    self.sources = sources
  }
}

extension Data {
  /// The JSON object that it is.
  fileprivate func object() throws(Problem) -> [String: Any] {
    try parsed(orSend: #"{"image":"/image/…"}"#) as? [String: Any] ?? [:]
  }
}
