import Foundation
import GalleryDatabase
import GalleryJobs

/// A page of the library, for the page.
struct LibraryAnswer: Encodable {
  let things: [SavedAnswer]
  /// Where the next page begins; `null` on the last.
  let next: String?
  /// How many things the search finds in all.
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
  let title: String
  let savedAt: String
  /// The article; `null` where it is something else.
  let article: Article?
  /// The chart; `null` where it is something else.
  let chart: SavedChartAnswer?
  /// What is known of the picture; `null` where it is something else.
  let picture: KeptPicture?
  /// Where it is to be seen, or its cover, on this server.
  let image: URL?
  /// Its bytes to take away; `null` where they are lost.
  let file: SavedFileAnswer?

  /// What came from the own upstream has its cover there, too, whichever port that had then.
  ///
  /// - Parameter isWhole: Whether a chart comes with all of its items.
  init(_ thing: SavedThing, signer: ImageSigner, isWhole: Bool = false) {
    id = thing.id
    url = thing.url
    kind = thing.kind
    title = thing.title
    savedAt = thing.savedAt.formatted(.iso8601)
    file = SavedFileAnswer(thing, at: signer.place)
    let content = SavedContent(thing)
    picture = content.picture
    chart = content.chart.map { SavedChartAnswer($0, signer: signer, isWhole: isWhole) }
    let cover = content.article.flatMap { $0.coverURL(savedFrom: thing.url, own: signer.own) }
    let preview = content.picture != nil && file != nil ? Self.preview(of: thing, at: signer.place) : nil
    image = preview ?? cover.map(signer.address) ?? chart?.covers.first
    article = content.article.map { article in
      guard thing.url.hasPrefix("/"), let cover else { return article }
      return article.with(cover: signer.own.reference(to: cover))
    }
  }

  private static func preview(of thing: SavedThing, at place: ServedPlace) -> URL? {
    URL(string: place.address("/api/library/\(thing.id)/preview"))
  }

  private enum CodingKeys: String, CodingKey {
    case id, url, kind, title, savedAt, article, chart, picture, image, file
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(id, forKey: .id)
    try container.encode(url, forKey: .url)
    try container.encode(kind, forKey: .kind)
    try container.encode(title, forKey: .title)
    try container.encode(savedAt, forKey: .savedAt)
    try container.encode(article, forKey: .article)
    try container.encode(chart, forKey: .chart)
    try container.encode(picture, forKey: .picture)
    try container.encode(image, forKey: .image)
    try container.encode(file, forKey: .file)
  }
}

/// What a saved thing has in it.
private struct SavedContent {
  var article: Article?
  var chart: KeptChart?
  var picture: KeptPicture?

  init(_ thing: SavedThing) {
    let decoder = JSONDecoder()
    switch LibraryKind(rawValue: thing.kind) {
    case .article: article = try? decoder.decode(Article.self, from: thing.content)
    case .chart: chart = try? decoder.decode(KeptChart.self, from: thing.content)
    case .gif, .photo: picture = try? decoder.decode(KeptPicture.self, from: thing.content)
    case nil: break
    }
  }
}

extension Article {
  /// Where its cover is today.
  fileprivate func coverURL(savedFrom address: String, own: OwnUpstream) -> URL? {
    guard address.hasPrefix("/") else { return cover.url }
    return try? URL(fetching: cover.url.path(percentEncoded: true), below: own.base)
  }

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
