import Foundation
import GalleryJobs

/// A chart in the library, for the page: what it is, and where it is asked for alone all that is in it.
struct SavedChartAnswer: Encodable {
  /// As many covers as stand for it.
  private static let mostCovers = 4

  let country: String
  let kind: String
  let count: Int
  /// When it was put together; `null` where that is not known.
  let updated: String?
  /// The first covers, at addresses of this server.
  let covers: [URL]
  /// `null` in a list of things.
  let items: [KeptChart.Item]?

  init(_ chart: KeptChart, signer: ImageSigner, isWhole: Bool) {
    let signed = chart.withCovers { name in
      (try? URL(fetching: name, below: signer.own.base)).map { signer.address(of: $0).absoluteString }
    }
    country = chart.country
    kind = chart.kind
    count = chart.items.count
    updated = chart.updated
    covers = signed.items.lazy.compactMap { $0.artworkURL.flatMap { URL(string: $0) } }.prefix(
      Self.mostCovers
    )
    .map { $0 }
    items = isWhole ? signed.items : nil
  }

  private enum CodingKeys: String, CodingKey { case country, kind, count, updated, covers, items }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(country, forKey: .country)
    try container.encode(kind, forKey: .kind)
    try container.encode(count, forKey: .count)
    try container.encode(updated, forKey: .updated)
    try container.encode(covers, forKey: .covers)
    try container.encode(items, forKey: .items)
  }
}
