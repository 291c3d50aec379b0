import Errands
import Foundation

/// An image as the bytes of a file, and what its header says.
///
/// ```swift
/// let cover = try await ImageFile(rendering: bytes, by: [.resize(width: 300, height: 300)], as: .webp())
/// print(cover.info.width, cover.bytes.count)
/// ```
public struct ImageFile: Sendable, Hashable {
  /// The whole file.
  public let bytes: Data
  /// Its format, size and frames.
  public let info: ImageInfo

  /// A file that is known already.
  public init(bytes: Data, info: ImageInfo) {
    self.bytes = bytes
    self.info = info
  }

  /// Makes another file of a file: decodes, filters and encodes it in one job, in which the pixels stream from the one
  /// end to the other.
  ///
  /// - Parameters:
  ///   - bytes: The whole file, in one of ``ImageFormat/readable``, whatever its name says.
  ///   - recipe: What is made of it.
  ///   - encoding: How the result is written. Of what moves, a format that does not gets the first frame.
  ///   - limits: Checked before a pixel is decoded.
  /// - Throws: ``ImageError``; `CancellationError`.
  public init(
    rendering bytes: Data,
    by recipe: ImageRecipe,
    as encoding: ImageEncoding,
    limits: ImageLimits = ImageLimits()
  ) async throws {
    self = try await Self.rendering(bytes, by: recipe, as: encoding, limits: limits).value()
  }

  /// ``init(rendering:by:as:limits:)`` as an errand, for every other style, and for a priority that changes while it
  /// waits for a thread.
  public static func rendering(
    _ bytes: Data,
    by recipe: ImageRecipe,
    as encoding: ImageEncoding,
    limits: ImageLimits = ImageLimits()
  ) -> Errand<ImageFile> {
    rendering(bytes, by: recipe, as: encoding, limits: limits, named: "rendering", in: .shared)
  }

  /// - Parameter name: What the run is called in a trace.
  package static func rendering(
    _ bytes: Data,
    by recipe: ImageRecipe,
    as encoding: ImageEncoding,
    limits: ImageLimits = ImageLimits(),
    named name: String = "rendering",
    in pool: ImagePool
  ) -> Errand<ImageFile> {
    pool.errand(name, within: limits.time) { job in
      try encoding.check()
      let pipeline = try ImagePipeline(recipe, as: encoding, limits: limits, job: job)
      return try ImageDecoder.withDecoder(of: bytes, limits: limits) { decoder in
        var reel = try pipeline.reel(of: decoder, moves: encoding.format.canMove)
        // Whether an alpha band is idle is known once all of it is there.
        if reel.frames.contains(where: \.hasAlpha) { reel = try reel.computed(job) }
        let bytes = try encoding.file(
          of: try reel.joined(),
          isStill: reel.delays.isEmpty,
          frameHeight: reel.size.height,
          isLazy: !reel.isComputed,
          job
        )
        return ImageFile(bytes: bytes, info: reel.info(as: encoding.format, in: bytes))
      }
    }
  }
}

extension Reel {
  /// Of a format that does not move, only the first frame was read. The encoder of WebP makes one of frames that are alike.
  fileprivate func info(as format: ImageFormat, in file: Data) -> ImageInfo {
    let frames = format == .webp ? file.withUnsafeBytes { WebPOutline(of: $0).frames } : max(1, delays.count)
    return ImageInfo(format: format, width: size.width, height: size.height, frames: frames)
  }
}
