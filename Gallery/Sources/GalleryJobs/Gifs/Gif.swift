import Foundation

/// A hit of a search: an animation, in the sizes in which Giphy has it.
public struct Gif: Sendable, Hashable, Identifiable {
  /// Giphy's name for it; empty where the answer has none.
  public let id: String
  /// `nil` where it has none, as in answers before 2018.
  public let title: String?
  /// Its page at Giphy, for people.
  public let url: URL?
  /// The audience that may see it, such as `g` or `pg-13`; older answers have others.
  public let rating: String?
  /// The renditions that can be loaded, the best first. What the answer lists with an empty address, with sides of
  /// zero, or as a video only, is not among them.
  public let renditions: [GifRendition]

  public init(id: String, title: String?, url: URL?, rating: String?, renditions: [GifRendition]) {
    self.id = id
    self.title = title
    self.url = url
    self.rating = rating
    self.renditions = renditions.sorted { $0.order < $1.order }
  }

  /// The rendition of this name, or where it is missing the best that moves.
  ///
  /// The best is the first there is of: `downsized_large`, `downsized_medium`, `downsized`, `original`,
  /// `fixed_height`, `fixed_width`, `fixed_height_downsampled`, `fixed_width_downsampled`,
  /// `fixed_height_small`, `fixed_width_small`, `preview_gif`. Others, such as stills and `preview_webp`, are
  /// taken by name only.
  ///
  /// - Throws: ``GiphyError/noRendition(id:title:)``
  public func rendition(_ name: String = GifRendition.best[0]) throws(GiphyError) -> GifRendition {
    let named = renditions.first { $0.name == name }
    guard let rendition = named ?? renditions.first(where: { GifRendition.best.contains($0.name) }) else {
      throw .noRendition(id: id, title: title)
    }
    return rendition
  }
}
