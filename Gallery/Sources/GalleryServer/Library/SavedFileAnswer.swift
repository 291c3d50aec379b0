import Foundation
import GalleryDatabase

/// The bytes of a saved thing as they are taken away: its file, or what it is as JSON.
struct SavedFileAnswer: Encodable {
  /// On this server.
  let address: URL?
  /// A safe one.
  let name: String
  let mediaType: String
  let bytes: Int

  /// - Returns: `nil` for what has lost its file.
  init?(_ thing: SavedThing, at place: ServedPlace) {
    if thing.file?.isMissing == true { return nil }
    address = URL(string: place.address("/api/library/\(thing.id)/file"))
    name = thing.fileName.text
    mediaType = thing.file?.mediaType ?? "application/json"
    bytes = thing.file?.bytes ?? thing.content.count
  }
}
