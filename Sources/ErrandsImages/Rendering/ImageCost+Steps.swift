/// What steps hold in memory besides the picture that goes through them.
extension ImageCost {
  /// Bytes of a pixel in memory, with its alpha.
  static let pixel = 4

  /// What all steps of a recipe hold at once, at the most.
  ///
  /// - Parameters:
  ///   - sizes: From the file's, the right way up, to the last step's.
  ///   - placement: Of the first step, where the decoder makes the picture smaller.
  ///   - isTurned: Whether the pixels have to be brought the right way up, for which all of them are needed.
  static func held(
    by pipeline: ImagePipeline,
    sizes: [ImageSize],
    placement: ImagePlacement?,
    isTurned: Bool
  ) throws -> Int {
    let turned = isTurned ? pixel * (placement?.scaled ?? sizes[0]).area : 0
    return try zip(pipeline.steps, sizes).enumerated().reduce(turned) { sum, step in
      let (filter, size) = step.element
      let scaled = step.offset == 0 ? placement?.scaled : nil
      return try sum + held(by: filter, of: size, scaled: scaled, in: pipeline)
    }
  }

  private static func held(
    by filter: ImageFilter,
    of size: ImageSize,
    scaled: ImageSize?,
    in pipeline: ImagePipeline
  ) throws -> Int {
    switch filter {
    // What the eye is looked for in is all there.
    case .crop(_, _, .attention): pixel * size.area
    case .resize(let width, let height, let fit, .attention):
      pixel * (scaled ?? ImagePlacement(of: size, width: width, height: height, fit).lookedAt).area
    // The drawing of a mask, and the mask.
    case .roundedCorners, .circle: 2 * pixel * size.area
    case .overlay(let overlay): try held(by: overlay.content, on: size, in: pipeline)
    case .resize, .crop, .sepia, .mono, .blur, .sharpen, .brightness, .contrast, .saturation, .pixelate: 0
    }
  }

  private static func held(
    by content: ImageOverlay.Content,
    on size: ImageSize,
    in pipeline: ImagePipeline
  ) throws -> Int {
    switch content {
    case .image(let bytes): try pipeline.cost(ofOverlay: bytes) + pixel * size.area
    case .text(let text, let height, _): 2 * pixel * OverlayText(text).room(at: height).area
    }
  }
}

extension ImagePlacement {
  /// The size in which a part is looked for.
  fileprivate var lookedAt: ImageSize { kept == source ? scaled : source }
}
