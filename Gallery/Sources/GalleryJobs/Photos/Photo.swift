import Foundation

/// A photo that has been loaded and checked.
public struct Photo: Sendable, Hashable, Identifiable {
  public let id: UUID
  /// Its place in the batch that brought it, from 0.
  public let index: Int
  /// The address that answered, after redirects.
  public let url: URL
  /// Where it was written; `nil` where no folder was named.
  public let path: String?
  /// Its size, in bytes.
  public let bytes: Int
  /// When it was added.
  public let date: Date

  public init(id: UUID = UUID(), index: Int, url: URL, path: String?, bytes: Int, date: Date = Date()) {
    self.id = id
    self.index = index
    self.url = url
    self.path = path
    self.bytes = bytes
    self.date = date
  }
}
