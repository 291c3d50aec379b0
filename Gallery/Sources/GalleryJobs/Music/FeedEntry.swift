import Foundation

/// One element of a feed's `results`, in the names that the feeds use.
struct FeedEntry: Decodable {
  private enum CodingKeys: String, CodingKey {
    case id, name, artistName, kind, releaseDate, contentAdvisoryRating, genres, genreNames, url
    case artworkUrl100
  }

  private let id: String
  private let name: String
  private let artist: String?
  private let kind: String?
  private let releaseDate: String?
  private let rating: String?
  private let genres: [String]
  private let url: String?
  private let artwork: String?

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    id = try container.decode(String.self, forKey: .id)
    name = try container.decode(String.self, forKey: .name)
    artist = container.fact(.artistName)
    kind = container.fact(.kind)
    releaseDate = container.fact(.releaseDate)
    rating = container.fact(.contentAdvisoryRating)
    genres = Self.genres(in: container)
    url = container.fact(.url)
    artwork = container.fact(.artworkUrl100)
  }

  func item(rank: Int) -> ChartItem {
    ChartItem(
      rank: rank,
      id: id,
      name: name,
      artist: artist,
      kind: kind.map(ChartItem.Kind.init),
      releaseDate: releaseDate.flatMap(CalendarDate.init(feedText:)),
      isExplicit: rating.map(Self.isExplicit) ?? false,
      genres: genres,
      url: url.flatMap(Self.webAddress),
      artwork: artwork.flatMap(Self.webAddress).map(ArtworkAddress.init)
    )
  }

  /// The second generation misspells the mark, as `Explict`, in every entry that has it. The other marks seen
  /// are `Clean`, `Notexplicit` and, in 2017, empty text.
  private static func isExplicit(_ rating: String) -> Bool {
    ["explicit", "explict"].contains(rating.lowercased())
  }

  /// Objects since late 2017, plain names before. One odd genre loses itself and no other.
  private static func genres(in container: KeyedDecodingContainer<CodingKeys>) -> [String] {
    if let genres = try? container.decode([FeedGenre].self, forKey: .genres) {
      return genres.filter { !$0.isCatchAll }.compactMap(\.name)
    }
    let names = try? container.decode([String].self, forKey: .genreNames)
    return (names ?? []).filter { !$0.isEmpty && $0 != FeedGenre.catchAllName }
  }

  /// Addresses are passed on as they came. Artwork of 2017 is plain http on a host of its own; it is not
  /// turned into https, because nothing says that the host would answer, and because this project's server
  /// fetches artwork for the page, so that no page of ours mixes the two.
  private static func webAddress(_ text: String) -> URL? {
    guard let url = URL(string: text), let scheme = url.scheme?.lowercased(), url.host()?.isEmpty == false,
      scheme == "https" || scheme == "http"
    else { return nil }
    return url
  }
}
