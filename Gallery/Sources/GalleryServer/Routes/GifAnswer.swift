import Foundation
import GalleryJobs

/// A hit as the page reads it: what it is, and where on this server it is seen moving and still.
struct GifAnswer: Encodable {
  private enum CodingKeys: String, CodingKey {
    case id, title, url, rating, width, height, bytes, preview, still, image
  }

  /// Wide enough for a column of the page, and a tenth of the best one's bytes.
  private static let previewName = "fixed_width"
  private static let stillNames = ["fixed_width_still", "downsized_still", "original_still"]

  private let gif: Gif
  private let url: URL?
  private let best: GifRendition?
  private let preview: URL?
  private let still: URL?
  private let image: URL?

  init(_ gif: Gif, signer: ImageSigner) {
    self.gif = gif
    url = gif.url.map(signer.own.reference)
    best = try? gif.rendition()
    image = best.map { signer.address(of: $0.url) }
    preview = (try? gif.rendition(Self.previewName)).map { signer.address(of: $0.url) }
    let stills = Self.stillNames.lazy.compactMap { name in gif.renditions.first { $0.name == name } }
    still = stills.first.map { signer.address(of: $0.url) }
  }

  /// By hand, for a missing fact is `null` and not left out. The size is that of the best rendition, as in the
  /// command's lines.
  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(gif.id, forKey: .id)
    try container.encode(gif.title, forKey: .title)
    try container.encode(url, forKey: .url)
    try container.encode(gif.rating, forKey: .rating)
    try container.encode(best?.width, forKey: .width)
    try container.encode(best?.height, forKey: .height)
    try container.encode(best?.bytes, forKey: .bytes)
    try container.encode(preview, forKey: .preview)
    try container.encode(still, forKey: .still)
    try container.encode(image, forKey: .image)
  }
}
