import Foundation

/// An article of the endless list, with its cover.
public struct Article: Sendable, Hashable, Identifiable {
  /// Its place in the list, from 0.
  public let id: Int
  public let title: String
  public let author: String
  /// A sentence or two.
  public let summary: String
  public let publishedAt: Date
  public let cover: Cover

  public struct Cover: Sendable, Hashable {
    /// Always http or https: it ends in an image on a page.
    public let url: URL
    /// In pixels.
    public let width: Int
    /// In pixels.
    public let height: Int

    public init(url: URL, width: Int, height: Int) {
      self.url = url
      self.width = width
      self.height = height
    }
  }

  public init(id: Int, title: String, author: String, summary: String, publishedAt: Date, cover: Cover) {
    self.id = id
    self.title = title
    self.author = author
    self.summary = summary
    self.publishedAt = publishedAt
    self.cover = cover
  }
}
