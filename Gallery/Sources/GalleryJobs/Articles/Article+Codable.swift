import ErrandsLoading
import Foundation

extension Article: Codable {
  private enum CodingKeys: String, CodingKey { case id, title, author, summary, publishedAt, cover }

  /// - Throws: `DecodingError`, which names the path of what is missing or odd. The moment is ISO 8601, whatever
  ///   the date strategy of the decoder.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    let moment = try container.decode(String.self, forKey: .publishedAt)
    guard let publishedAt = try? Date(moment, strategy: .iso8601) else {
      let reason = "expected a moment such as 2026-11-21T09:00:00Z"
      throw DecodingError.dataCorruptedError(forKey: .publishedAt, in: container, debugDescription: reason)
    }
    self.init(
      id: try container.decode(Int.self, forKey: .id),
      title: try container.decode(String.self, forKey: .title),
      author: try container.decode(String.self, forKey: .author),
      summary: try container.decode(String.self, forKey: .summary),
      publishedAt: publishedAt,
      cover: try container.decode(Cover.self, forKey: .cover)
    )
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(id, forKey: .id)
    try container.encode(title, forKey: .title)
    try container.encode(author, forKey: .author)
    try container.encode(summary, forKey: .summary)
    try container.encode(publishedAt.formatted(.iso8601), forKey: .publishedAt)
    try container.encode(cover, forKey: .cover)
  }
}

extension Article.Cover: Codable {
  private enum CodingKeys: String, CodingKey { case url, width, height }

  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    guard let url = try? URL(fetching: try container.decode(String.self, forKey: .url)) else {
      let reason = "expected an address that begins with http:// or https://"
      throw DecodingError.dataCorruptedError(forKey: .url, in: container, debugDescription: reason)
    }
    func side(_ key: CodingKeys) throws -> Int {
      let side = try container.decode(Int.self, forKey: key)
      guard side > 0 else {
        let reason = "expected a number of pixels"
        throw DecodingError.dataCorruptedError(forKey: key, in: container, debugDescription: reason)
      }
      return side
    }
    self.init(url: url, width: try side(.width), height: try side(.height))
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(url.absoluteString, forKey: .url)
    try container.encode(width, forKey: .width)
    try container.encode(height, forKey: .height)
  }
}
