import Foundation
import GalleryJobs

/// A chart as the page reads it: the entries, with covers at addresses of this server, and the summary.
struct ChartAnswer: Encodable {
  /// How large covers are asked for, in pixels: twice what the page shows, for dense screens.
  static let coverSize = CoverSize(width: 400, height: 400)

  private enum CodingKeys: String, CodingKey { case items }

  private let items: [ChartItem]
  private let summary: ChartSummary

  init(chart: Chart, signer: ImageSigner) {
    summary = chart.summary
    items = chart.items.map { item in
      item.with(
        url: item.url.map(signer.own.reference),
        artwork: item.artwork.map { ArtworkAddress(signer.address(of: $0.url(for: Self.coverSize))) }
      )
    }
  }

  /// The summary brings its own key.
  func encode(to encoder: any Encoder) throws {
    try summary.encode(to: encoder)
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(items, forKey: .items)
  }
}

extension ChartItem {
  fileprivate func with(url: URL?, artwork: ArtworkAddress?) -> ChartItem {
    ChartItem(
      rank: rank,
      id: id,
      name: name,
      artist: artist,
      kind: kind,
      releaseDate: releaseDate,
      isExplicit: isExplicit,
      genres: genres,
      url: url,
      artwork: artwork
    )
  }
}
