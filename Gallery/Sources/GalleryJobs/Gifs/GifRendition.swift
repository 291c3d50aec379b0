import Foundation

/// One of the sizes in which Giphy has an animation.
public struct GifRendition: Sendable, Hashable {
  /// The names of those that move, the best first: as large as they come without being too large to send.
  public static let best = [
    "downsized_large", "downsized_medium", "downsized", "original", "fixed_height", "fixed_width",
    "fixed_height_downsampled", "fixed_width_downsampled", "fixed_height_small", "fixed_width_small",
    "preview_gif",
  ]

  /// Such as `downsized_large`.
  public let name: String
  public let url: URL
  /// In pixels, as Giphy says, which is not always so; `nil` where it does not say.
  public let width: Int?
  public let height: Int?
  /// The size of the file as Giphy says, which is not always so; `nil` where it does not say.
  public let bytes: Int?

  public init(name: String, url: URL, width: Int?, height: Int?, bytes: Int?) {
    self.name = name
    self.url = url
    self.width = width
    self.height = height
    self.bytes = bytes
  }

  /// Its place among the renditions of a hit.
  var order: (Int, String) { (Self.best.firstIndex(of: name) ?? Self.best.count, name) }
}
