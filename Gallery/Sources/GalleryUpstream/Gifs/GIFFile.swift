/// A file in which a GIF can be had. The raw value is its name, as Giphy's, without the ending.
///
/// Giphy has MP4 and WebP of each too. Nothing here can make an MP4, so the answers leave out `mp4`, `webp`, their
/// sizes, and the renditions that are nothing else: `downsized_small`, `looping`, `preview`.
enum GIFFile: String, Sendable, CaseIterable {
  case original = "giphy"
  case originalStill = "giphy_s"
  case height200 = "200"
  case height200Downsampled = "200_d"
  case height200Still = "200_s"
  case height100 = "100"
  case height100Still = "100_s"
  case width200 = "200w"
  case width200Downsampled = "200w_d"
  case width200Still = "200w_s"
  case width100 = "100w"
  case width100Still = "100w_s"
  case preview = "giphy-preview"

  /// With the ending.
  var name: String { rawValue + ".gif" }

  init?(name: some StringProtocol) {
    guard name.hasSuffix(".gif") else { return nil }
    self.init(rawValue: String(name.dropLast(4)))
  }

  /// Of a GIF of this size and so many frames.
  func size(of original: CatalogueGIF.Size) -> CatalogueGIF.Size {
    let side: Int
    switch self {
    case .original, .originalStill: return original
    case .height200, .height200Downsampled, .height200Still: side = 200
    case .height100, .height100Still: side = 100
    case .width200, .width200Downsampled, .width200Still:
      return .init(width: 200, height: 200 * original.height / original.width)
    case .width100, .width100Still, .preview:
      return .init(width: 100, height: 100 * original.height / original.width)
    }
    return .init(width: side * original.width / original.height, height: side)
  }

  func frameCount(of original: Int) -> Int {
    switch self {
    case .original, .height200, .height100, .width200, .width100: original
    case .height200Downsampled, .width200Downsampled, .preview: 6
    case .originalStill, .height200Still, .height100Still, .width200Still, .width100Still: 1
    }
  }
}
