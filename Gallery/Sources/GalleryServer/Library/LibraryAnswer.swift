import Foundation
import GalleryDatabase
import GalleryJobs

/// A page of the library, for the page.
struct LibraryAnswer: Encodable {
  let things: [SavedAnswer]
  /// Where the next page begins; `null` on the last.
  let next: String?
  /// How many things there are in all.
  let count: Int

  private enum CodingKeys: String, CodingKey { case things, next, count }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(things, forKey: .things)
    try container.encode(next, forKey: .next)
    try container.encode(count, forKey: .count)
  }
}

/// A saved thing, for the page.
struct SavedAnswer: Encodable {
  let id: Int64
  let url: String
  let kind: String
  let savedAt: String
  /// The article; `null` where it is something else.
  let article: Article?
  /// Where its cover is to be seen, on this server.
  let image: URL?

  /// What came from the own upstream has its cover there, too, whichever port that had then.
  init(_ thing: SavedThing, signer: ImageSigner) {
    id = thing.id
    url = thing.url
    kind = thing.kind
    savedAt = thing.savedAt.formatted(.iso8601)
    guard let article = try? JSONDecoder().decode(Article.self, from: thing.content) else {
      (self.article, image) = (nil, nil)
      return
    }
    guard thing.url.hasPrefix("/") else {
      (self.article, image) = (article, signer.address(of: article.cover.url))
      return
    }
    let path = article.cover.url.path(percentEncoded: true)
    image = (try? URL(fetching: path, below: signer.own.base)).map(signer.address)
    self.article = article.with(cover: URL(string: path) ?? article.cover.url)
  }

  private enum CodingKeys: String, CodingKey { case id, url, kind, savedAt, article, image }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(id, forKey: .id)
    try container.encode(url, forKey: .url)
    try container.encode(kind, forKey: .kind)
    try container.encode(savedAt, forKey: .savedAt)
    try container.encode(article, forKey: .article)
    try container.encode(image, forKey: .image)
  }
}

extension Article {
  fileprivate func with(cover url: URL) -> Article {
    Article(
      id: id,
      title: title,
      author: author,
      summary: summary,
      publishedAt: publishedAt,
      cover: Cover(url: url, width: cover.width, height: cover.height)
    )
  }
}
