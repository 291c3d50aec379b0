import Foundation
import GalleryJobs

/// An article and its cover as the page reads them, with the cover at addresses of this server.
struct CoverAnswer: Encodable {
  /// One of the sizes in which the cover is to be had.
  struct Size: Encodable {
    let width: Int
    let height: Int
    let image: URL
  }

  /// For usual screens, for dense ones, and to be looked at by itself.
  static let sizes = [
    CoverSize.row, CoverSize(width: 960, height: 640), CoverSize(width: 1200, height: 800),
  ]

  let id: Int
  let title: String
  let author: String
  let summary: String
  let publishedAt: String
  /// The first of the sizes.
  let image: URL
  let sizes: [Size]

  init(_ article: Article, query: CoversQuery, signer: ImageSigner) {
    id = article.id
    title = article.title
    author = article.author
    summary = article.summary
    publishedAt = article.publishedAt.formatted(.iso8601)
    let address = { (size: CoverSize) in
      signer.address(of: article.cover.url, as: CoverTreatment(size: size, filter: query.filter))
        .carried(by: query.style)
    }
    sizes = Self.sizes.map { Size(width: $0.width, height: $0.height, image: address($0)) }
    image = address(.row)
  }
}

extension URL {
  /// The address with the style that is to carry the work for what is there. It is not signed: the same bytes are there, made and kept
  /// once, whatever the style.
  fileprivate func carried(by style: JobStyle?) -> URL {
    style.flatMap { URL(string: "\(absoluteString)?style=\($0.rawValue)") } ?? self
  }
}
