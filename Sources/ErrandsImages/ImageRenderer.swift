import CVipsShim

/// Draws pictures from vector drawings.
///
/// ```swift
/// let disc = "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 9 9'><circle cx='4' cy='4' r='3'/></svg>"
/// let picture = try await ImageRenderer.render(svg: disc, width: 600, height: 600)
/// let bytes = try await picture.encoded(as: .jpeg(quality: 85))
/// ```
public enum ImageRenderer {
  /// Draws an SVG text at a size. The same text and size give the same pixels on the same machine.
  ///
  /// Where the drawing has another shape than the picture, it covers it and is cut at both ends, as
  /// `object-fit: cover` does. Cancelling stops the drawing.
  ///
  /// - Parameters:
  ///   - svg: A text that the application composed. SVG from an untrusted source does not belong here, since its
  ///     renderer is not hardened against it.
  ///   - width: Pixels, from 1 to ``Picture/maximumSide``.
  ///   - height: Pixels, from 1 to ``Picture/maximumSide``.
  /// - Throws: ``ImageError/sizeOutOfRange(width:height:limit:)``, ``ImageError/unrenderable(reason:)``;
  ///   `CancellationError`.
  public static func render(svg: String, width: Int, height: Int) async throws -> Picture {
    try Picture.checkSize(width: width, height: height)
    return try await ImagePool.shared.run { job in
      // The drawing, and its copy in memory.
      try job.reserve(8 * width * height)
      return try draw(svg, width: width, height: height, job)
    }
  }

  /// Its memory has been reserved.
  static func draw(_ svg: String, width: Int, height: Int, _ job: ImageJob) throws -> Picture {
    try Vips.start()
    var svg = svg
    do {
      return try svg.withUTF8 { text in
        let drawing = try drawing(of: text, covering: width, height)
        let pixels = try drawing.computed("rendering", job)
        // A drawing always comes with an alpha band.
        return Picture(try pixels.withoutIdleAlpha())
      }
    } catch let failure as VipsFailure {
      throw ImageError.unrenderable(reason: failure.message)
    }
  }

  /// A lazy image of exactly the size, for as long as `text` lives.
  private static func drawing(
    of text: UnsafeBufferPointer<UInt8>,
    covering width: Int,
    _ height: Int
  ) throws(VipsFailure) -> VipsImage {
    let own = try load(text, scale: 1)
    let scale = max(Double(width) / Double(own.width), Double(height) / Double(own.height))
    let scaled = try load(text, scale: scale)
    return try scaled.centre(ImageSize(width: width, height: height))
  }

  private static func load(
    _ text: UnsafeBufferPointer<UInt8>,
    scale: Double
  ) throws(VipsFailure) -> VipsImage {
    try VipsImage("svgload", errands_vips_load_svg(text.baseAddress, text.count, scale))
  }
}
