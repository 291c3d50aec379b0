import Foundation
import GalleryDatabase
import GalleryJobs

/// A kept thing, as it is told: a JSON line for scripts, two lines for people.
struct LibraryLine: Encodable {
  let id: Int64
  let kind: String
  let title: String
  let url: String
  let savedAt: String
  let mediaType: String
  let bytes: Int
  /// Where it was written.
  var path: String?
  /// Why it was not.
  var error: String?

  init(_ thing: SavedThing) {
    id = thing.id
    kind = thing.kind
    title = thing.title
    url = thing.url
    savedAt = thing.savedAt.formatted(.iso8601)
    mediaType = thing.file?.mediaType ?? "application/json"
    bytes = thing.file?.bytes ?? thing.content.count
  }

  var text: String {
    let name = title.isEmpty ? "untitled" : title
    let place = path ?? url.redactedAddress
    return "\("\(id)  \(name) · \(kind) · \(Int64(bytes).size)".plain)\n   \(place.plain)\n"
  }

  private enum CodingKeys: String, CodingKey {
    case id, kind, title, url, savedAt, mediaType, bytes, path, error
  }

  /// By hand, for a missing fact is `null` and not left out.
  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(id, forKey: .id)
    try container.encode(kind, forKey: .kind)
    try container.encode(title, forKey: .title)
    try container.encode(url, forKey: .url)
    try container.encode(savedAt, forKey: .savedAt)
    try container.encode(mediaType, forKey: .mediaType)
    try container.encode(bytes, forKey: .bytes)
    try container.encode(path, forKey: .path)
    try container.encode(error, forKey: .error)
  }
}

/// The last line.
struct LibrarySummary: Encodable {
  /// How many things the search finds.
  var found = 0
  private(set) var listed = 0
  private(set) var written = 0
  private(set) var failed = 0

  mutating func count(_ line: LibraryLine) {
    listed += 1
    if line.path != nil { written += 1 }
    if line.error != nil { failed += 1 }
  }

  var text: String {
    let counts = ["\(found) found", "\(written) written", "\(failed) failed"]
    return (written + failed > 0 ? counts : Array(counts.prefix(1))).joined(separator: " · ")
  }
}
