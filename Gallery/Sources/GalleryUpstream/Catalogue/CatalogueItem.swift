/// One invented album or song.
public struct CatalogueItem: Sendable, Hashable, Identifiable {
  /// Ten digits; unique in the catalogue, and different from one catalogue to the next.
  public let id: String
  public let kind: CatalogueKind
  public let language: CatalogueLanguage
  public let name: String
  /// All artists, as one line.
  public let artist: String
  /// The artist that stands first in that line.
  public let artistID: String
  /// What the song is on. Albums have none.
  public let collection: Collection?
  public let release: CatalogueRelease
  /// The line about the recording's rights, which only first-generation feeds have, and not in every entry.
  public let copyright: String?
  public let isExplicit: Bool
  /// Two to eight, “Music” among them, not always in second place.
  public let genres: [CatalogueGenre]
  /// The number that the cover is drawn from.
  public let artworkSeed: UInt64

  /// What a song is on.
  public struct Collection: Sendable, Hashable {
    public let id: String
    public let name: String
  }
}
