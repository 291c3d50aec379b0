import Errands
import ErrandsImages
import Foundation

/// What a page shows until an image is there: its shape, its colour, and a tiny blurred copy of it.
///
/// ```swift
/// let placeholder = try await loader.placeholder(for: ImageRequest(url)).value()
/// let style = "background: \(placeholder.colour.hexadecimal) url(\(placeholder.dataURL)) center / cover"
/// ```
public struct ImagePlaceholder: Sendable, Hashable, Codable {
  /// Pixels of the image itself from left to right.
  public let width: Int
  /// Pixels of the image itself from top to bottom.
  public let height: Int
  /// The colour that most of it has.
  public let colour: ImageColour
  /// A `data:` URL (RFC 2397) of a JPEG of a few hundred bytes, with sides of up to ``side`` pixels; of a PNG where
  /// the ground shines through.
  public let dataURL: String

  /// The longer side of the tiny copy.
  public static let side = 16

  /// Of a picture in its own size.
  ///
  /// - Throws: `ImageError`; `CancellationError`.
  public init(of picture: Picture) async throws {
    let tiny = try await picture.applying(Self.recipe)
    try await self.init(tiny, width: picture.width, height: picture.height)
  }

  init(_ tiny: Picture, width: Int, height: Int) async throws {
    self.width = width
    self.height = height
    colour = try Self.dominantColour(of: tiny.pixels())
    let encoding: ImageEncoding = tiny.hasAlpha ? .png : .jpeg(quality: 50)
    let bytes = try await tiny.encoded(as: encoding)
    dataURL = "data:\(encoding.format.mediaType);base64,\(bytes.base64EncodedString())"
  }

  static let recipe = ImageRecipe(
    [.resize(width: side, height: side, fit: .contain), .blur(sigma: 0.6)],
    isStill: true
  )

  /// The middle of the fullest of 512 boxes, eight along each colour; what cannot be seen does not count.
  private static func dominantColour(of pixels: Picture.Pixels) -> ImageColour {
    var boxes: [Int: (count: Int, red: Int, green: Int, blue: Int)] = [:]
    let bytes = [UInt8](pixels.bytes)
    for place in stride(from: 0, to: bytes.count, by: pixels.bytesPerPixel) {
      if pixels.bytesPerPixel == 4, bytes[place + 3] < 128 { continue }
      let (red, green, blue) = (Int(bytes[place]), Int(bytes[place + 1]), Int(bytes[place + 2]))
      let key = (red / 32) * 64 + (green / 32) * 8 + blue / 32
      let box = boxes[key] ?? (0, 0, 0, 0)
      boxes[key] = (box.count + 1, box.red + red, box.green + green, box.blue + blue)
    }
    // Of two that are as full, always the same.
    let fullest = boxes.max { ($0.value.count, $0.key) < ($1.value.count, $1.key) }?.value
    guard let box = fullest else { return ImageColour(red: 0, green: 0, blue: 0, alpha: 0) }
    return ImageColour(
      red: UInt8(box.red / box.count),
      green: UInt8(box.green / box.count),
      blue: UInt8(box.blue / box.count)
    )
  }
}

extension ImageLoader {
  /// What to show until the image is there. The original is loaded for it, as for everything that is made of it: of
  /// use where many clients are told what one load found out.
  ///
  /// Of the image as it is: the recipe of the request is left aside. Fails as ``picture(for:)`` does.
  public func placeholder(for request: ImageRequest) -> Errand<ImagePlaceholder> {
    original(for: request).flatMap { [configuration] original in
      Errand("placeholder \(request.source.url.lastPathComponent)") {
        let (tiny, width, height) = try await Picture.sized(
          decoding: original.body,
          by: ImagePlaceholder.recipe,
          limits: configuration.limits
        )
        return try await ImagePlaceholder(tiny, width: width, height: height)
      }
    }
  }
}
