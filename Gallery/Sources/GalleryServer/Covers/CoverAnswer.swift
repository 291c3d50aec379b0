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

  init(_ article: Article, filter: CoverFilter, signer: ImageSigner) {
    id = article.id
    title = article.title
    author = article.author
    summary = article.summary
    publishedAt = article.publishedAt.formatted(.iso8601)
    sizes = Self.sizes.map { size in
      let treatment = CoverTreatment(size: size, filter: filter)
      return Size(
        width: size.width,
        height: size.height,
        image: signer.address(of: article.cover.url, as: treatment)
      )
    }
    image = signer.address(
      of: article.cover.url,
      as: CoverTreatment(size: .row, filter: filter)
    )
  }
}
