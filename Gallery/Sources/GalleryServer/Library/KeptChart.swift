import Foundation
import GalleryJobs

/// A chart as the library has it, and as it is exported: what the upstream said of it, with covers at their own addresses.
struct KeptChart: Codable, Equatable {
  struct Item: Codable, Equatable {
    let rank: Int
    let id: String
    let name: String
    let artist: String?
    let kind: String?
    let releaseDate: String?
    let explicit: Bool
    let genres: [String]
    let url: String?
    var artworkURL: String?

    private enum CodingKeys: String, CodingKey {
      case rank, id, name, artist, kind, releaseDate, explicit, genres, url, artworkURL
    }

    /// By hand, for a missing fact is `null` and not left out.
    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(rank, forKey: .rank)
      try container.encode(id, forKey: .id)
      try container.encode(name, forKey: .name)
      try container.encode(artist, forKey: .artist)
      try container.encode(kind, forKey: .kind)
      try container.encode(releaseDate, forKey: .releaseDate)
      try container.encode(explicit, forKey: .explicit)
      try container.encode(genres, forKey: .genres)
      try container.encode(url, forKey: .url)
      try container.encode(artworkURL, forKey: .artworkURL)
    }
  }

  let country: String
  let kind: String
  let limit: Int
  let title: String?
  /// When it was put together (ISO 8601).
  let updated: String?
  var items: [Item]
}

extension KeptChart {
  /// - Parameter own: What lies at the own upstream is named by its path, which is good for as long as there are servers.
  init(_ chart: Chart, of source: LibrarySource.ChartSource, own: OwnUpstream) {
    self.init(
      country: source.country,
      kind: source.kind.rawValue,
      limit: source.limit,
      title: chart.title,
      updated: chart.updated?.formatted(.iso8601),
      items: chart.items.map { Item($0, own: own) }
    )
  }

  /// What it is found by.
  var words: [String] {
    // Whoever looks for a country writes it in one of the page's languages.
    let countries = ["en", "vi"].compactMap { Locale(identifier: $0).localizedString(forRegionCode: country) }
    let items = items.flatMap { [$0.name, $0.artist ?? ""] + $0.genres.prefix(1) }
    return [title ?? "", kind, country] + countries + items
  }

  /// The same with covers where `address` says.
  func withCovers(at address: (String) -> String?) -> KeptChart {
    var chart = self
    chart.items = items.map { item in
      var item = item
      item.artworkURL = item.artworkURL.flatMap(address)
      return item
    }
    return chart
  }
}

extension KeptChart.Item {
  fileprivate init(_ item: ChartItem, own: OwnUpstream) {
    self.init(
      rank: item.rank,
      id: item.id,
      name: item.name,
      artist: item.artist,
      kind: item.kind?.name,
      releaseDate: item.releaseDate?.description,
      explicit: item.isExplicit,
      genres: item.genres,
      url: item.url.map(own.name),
      artworkURL: item.artwork.map { own.name(of: $0.url(for: ChartAnswer.coverSize)) }
    )
  }
}
