import Errands
import Foundation

extension Picture {
  /// Decodes a file, and makes of it what a recipe asks for: upright as its metadata ask, its colours converted to
  /// sRGB, and moving where it moves.
  ///
  /// ```swift
  /// let thumbnail = try await Picture(decoding: bytes, by: [.resize(width: 300, height: 200)])
  /// ```
  ///
  /// A file that is cut off is an error, not a picture that is grey from there on. Cancelling answers at once
  /// and stops the decoder; what a decoder can only do in one go, such as the scans of a progressive JPEG or
  /// a still WebP, runs to its end unheard.
  ///
  /// Delays that ``delays`` does not hold are moved to its next end: many files ask for none at all. Of a WebP,
  /// those up to 10 ms are 100 ms, as browsers show them.
  ///
  /// - Parameters:
  ///   - bytes: The whole file, in one of ``ImageFormat/readable``, whatever its name says.
  ///   - recipe: What is made of it; nothing by default. Where it begins with `.resize`, the file's own sides may
  ///     be above ``maximumSide``, and only the lines at hand are in memory.
  ///   - limits: Checked before a pixel is decoded.
  /// - Throws: ``ImageError``; `CancellationError`.
  public init(
    decoding bytes: Data,
    by recipe: ImageRecipe = [],
    limits: ImageLimits = ImageLimits()
  ) async throws {
    self = try await Self.decoding(bytes, by: recipe, limits: limits).value()
  }

  /// ``init(decoding:by:limits:)`` as an errand, for every other style, and for a priority that changes while it waits
  /// for a thread.
  public static func decoding(
    _ bytes: Data,
    by recipe: ImageRecipe = [],
    limits: ImageLimits = ImageLimits()
  ) -> Errand<Picture> {
    ImagePool.shared.errand("decoding", within: limits.time) { job in
      let pipeline = try ImagePipeline(recipe, limits: limits, job: job)
      return try ImageDecoder.withDecoder(of: bytes, limits: limits) { decoder in
        try Picture(try pipeline.reel(of: decoder, moves: true).computed(job))
      }
    }
  }

  /// The same, with the sides of the file's own picture, the right way up.
  package static func sized(
    decoding bytes: Data,
    by recipe: ImageRecipe,
    limits: ImageLimits
  ) async throws -> (picture: Picture, width: Int, height: Int) {
    try await ImagePool.shared.run(within: limits.time) { job in
      let pipeline = try ImagePipeline(recipe, limits: limits, job: job)
      return try ImageDecoder.withDecoder(of: bytes, limits: limits) { decoder in
        let reel = try pipeline.reel(of: decoder, moves: false)
        let size = reel.source ?? reel.size
        return (try Picture(reel.computed(job)), size.width, size.height)
      }
    }
  }

  /// What can be seen already of a JPEG that is still coming, and is written in several scans ("progressive", ITU-T
  /// T.81, annex G): the whole picture, at first without its details. Nil for any other file, and as long as too little
  /// has come.
  ///
  /// As an errand. Each preview decodes all that has come: make one when there is half as much again, and not for each
  /// piece.
  ///
  /// Fails with ``ImageError`` where the file is beyond the limits.
  public static func previewing(
    _ beginning: Data,
    by recipe: ImageRecipe = [],
    limits: ImageLimits = ImageLimits()
  ) -> Errand<Picture?> {
    ImagePool.shared.errand("preview", within: limits.time) { job in
      let pipeline = try ImagePipeline(recipe, limits: limits, job: job)
      return try ImageDecoder.preview(beginning, limits: limits) { decoder in
        guard try decoder.open(.first).isDecodedWhole else { return nil }
        return try Picture(try pipeline.reel(of: decoder, moves: false).computed(job))
      } ?? nil
    }
  }

  /// What a recipe makes of the picture. Of one that moves, each frame by itself, so that none shines into the next.
  ///
  /// Of a file that is not decoded yet, ``init(decoding:by:limits:)`` makes the same many times faster. Cancelling
  /// answers at once and stops the computation.
  ///
  /// - Throws: ``ImageError``; `CancellationError`.
  public func applying(_ recipe: ImageRecipe) async throws -> Picture {
    try await ImagePool.shared.run { job in
      do {
        let pipeline = try ImagePipeline(recipe, job: job)
        return try Picture(try pipeline.reel(of: self).computed(job))
      } catch let failure as VipsFailure {
        throw ImageError.unprocessable(reason: failure.message)
      }
    }
  }

  /// The picture in another size.
  ///
  /// ```swift
  /// let icon = try await picture.resized(width: 64, height: 64)
  /// let preview = try await picture.resized(width: 800, height: 600, fit: .contain)
  /// ```
  ///
  /// The same as ``applying(_:)`` with this one filter.
  public func resized(width: Int, height: Int, fit: ImageFit = .cover) async throws -> Picture {
    try await applying([.resize(width: width, height: height, fit: fit)])
  }

  /// The picture with a filter over it: the same as ``applying(_:)`` with this one filter.
  public func filtered(by filter: ImageFilter) async throws -> Picture { try await applying([filter]) }
}
