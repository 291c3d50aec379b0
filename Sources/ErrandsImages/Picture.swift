import CVipsShim
import Foundation

/// An image in memory, still or moving: pixels, ready to be changed or to be written in a format.
///
/// ```swift
/// let picture = try await Picture(decoding: bytes)
/// let small = try await picture.applying([.resize(width: 300, height: 200), .mono])
/// let file = try await small.encoded(as: .webp())
/// ```
///
/// A picture never changes, and copies of it share their pixels: a copy costs a reference.
public struct Picture: Sendable {
  /// The longest side that a picture may have, in pixels.
  public static let maximumSide = 16_384

  /// How long a frame can be shown: what the 16 bits of GIF hold, in its hundredths of a second (GIF89a,
  /// section 23). WebP counts milliseconds. Browsers show what is shorter than 20 ms for 100 ms.
  public static let delays = Duration.milliseconds(10)...Duration.milliseconds(655_350)

  /// All frames, one below the other: the form in which libvips reads and writes animations.
  let image: VipsImage
  /// How long each frame is shown; empty for a still picture.
  public let frameDelays: [Duration]
  /// How often it plays; 0, which a picture made of frames has, is without end.
  public let loopCount: Int

  /// - Parameter reel: Of pixels in memory.
  init(_ reel: Reel) throws(VipsFailure) {
    image = try reel.joined()
    frameDelays = reel.delays
    loopCount = reel.loopCount
  }

  /// Takes a still image that has been computed into memory.
  init(_ image: VipsImage) {
    self.image = image
    frameDelays = []
    loopCount = 0
  }

  /// Pixels from left to right.
  public var width: Int { image.width }
  /// Pixels from top to bottom of one frame.
  public var height: Int { image.frameHeight }
  /// How many pictures it is made of: 1 for a still one.
  public var frameCount: Int { max(1, frameDelays.count) }
  /// Whether any pixel of any frame lets the ground shine through.
  public var hasAlpha: Bool { image.hasAlpha }
  /// Bytes of its pixels in memory: what it costs a cache.
  public var byteCount: Int { image.width * image.height * image.bands }

  var size: ImageSize { ImageSize(width: width, height: height) }

  static func checkSize(width: Int, height: Int, limit: Int = maximumSide) throws(ImageError) {
    guard (1...limit).contains(width), (1...limit).contains(height) else {
      throw .sizeOutOfRange(width: width, height: height, limit: limit)
    }
  }
}
