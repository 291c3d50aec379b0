import Foundation

/// One entry of a ``Chart``.
///
/// Two facts are required, because an entry cannot be shown without them: `id`, by which a list tells its
/// rows apart, a saved thing is found again and a link is made; and `name`, which is what a person reads. An
/// entry without an artist can still be listed (compilations and soundtracks nearly are), so the artist, like
/// all else, may be missing.
public struct ChartItem: Sendable, Equatable, Identifiable {
  /// The place in the chart, from 1.
  public let rank: Int
  /// The upstream's identifier. Digits so far, but text in the format, so text here.
  public let id: String
  /// The name of the album or song.
  public let name: String
  /// The artists in one line: the feeds do not split “A, B & C”.
  public let artist: String?
  public let kind: Kind?
  /// The day of release, which may lie ahead; in the storefront's own calendar, so not a `Date`.
  public let releaseDate: CalendarDate?
  /// Whether the upstream marks it as explicit. Feeds leave the mark out far more often than they deny it, so
  /// no mark means `false`.
  public let isExplicit: Bool
  /// The names of its genres, the main one first, in whatever language the upstream chose.
  ///
  /// Without the catch-all “Music”: every entry of every music feed has it, at any place in the list, so it
  /// tells nothing and would often stand where the main genre is expected. May be empty.
  public let genres: [String]
  /// The page about it. Always http or https: it ends in the `href` of a link.
  public let url: URL?
  public let artwork: ArtworkAddress?

  public init(
    rank: Int,
    id: String,
    name: String,
    artist: String? = nil,
    kind: Kind? = nil,
    releaseDate: CalendarDate? = nil,
    isExplicit: Bool = false,
    genres: [String] = [],
    url: URL? = nil,
    artwork: ArtworkAddress? = nil
  ) {
    self.rank = rank
    self.id = id
    self.name = name
    self.artist = artist
    self.kind = kind
    self.releaseDate = releaseDate
    self.isExplicit = isExplicit
    self.genres = genres
    self.url = url
    self.artwork = artwork
  }
}
