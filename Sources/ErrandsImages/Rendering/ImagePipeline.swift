import CVipsShim

/// A recipe at work, on a thread of the pool: from a file or a picture to frames, which are computed while they are
/// read.
struct ImagePipeline {
  let recipe: ImageRecipe
  let steps: [ImageFilter]
  let limits: ImageLimits
  let job: ImageJob
  private let encoder: Int

  /// - Parameter encoding: What the result is written as; nil where it stays in memory.
  /// - Throws: What is wrong with the recipe.
  init(
    _ recipe: ImageRecipe,
    as encoding: ImageEncoding? = nil,
    limits: ImageLimits = ImageLimits(),
    job: ImageJob
  ) throws(ImageError) {
    encoder = encoding?.bytesPerPixel ?? 0
    self.recipe = recipe
    self.limits = limits
    self.job = job
    steps = try recipe.steps()
  }

  /// The frames of a file. They live as long as the decoder's bytes do.
  ///
  /// - Parameter moves: Whether more than the first frame is wanted.
  func reel(of decoder: ImageDecoder, moves: Bool) throws -> Reel {
    let extent: ImageDecoder.Extent = moves && !recipe.isStill ? .all : .first
    if let outline = try decoder.webPOutline() {
      let sizes = try sizes(from: outline.size)
      let isStill = extent == .first
      try job.reserve(ImageCost(ofWebP: outline, sizes: sizes, isStill: isStill, encoder: encoder).bytes)
    }
    let image = try decoder.open(extent)
    let stored = ImageSize(width: image.width, height: image.frameHeight)
    let size = stored.turned(image.isTurned)
    let sizes = try sizes(from: size)
    var (roll, rest) = (image, steps[...])
    var placement: ImagePlacement?
    if case .resize(let width, let height, let fit, let place)? = steps.first {
      let wanted = ImagePlacement(of: size, width: width, height: height, fit, keeping: place)
      if !wanted.isEnlarged {
        placement = wanted
        rest = steps.dropFirst()
        let shrink = decoder.format.shrink(for: wanted.reduction)
        if shrink > 1 { roll = try decoder.open(extent, shrink: shrink) }
      }
    }
    if decoder.format != .webp {
      let frames = image.height / image.frameHeight
      let cost = ImageCost(of: roll, as: decoder.format, sizes: sizes, frames: frames, encoder: encoder)
      try job.reserve(cost.bytes)
    }
    let delays = extent == .all && roll.height > roll.frameHeight ? roll.shownDelays : []
    let frames = try roll.frames().map { frame in
      let developed = try develop(frame, placement)
      let filtered = try rest.reduce(developed) { try $0.filtered(by: $1, in: self) }
      return delays.isEmpty ? filtered : try filtered.computed("computing", job).withoutIdleAlpha()
    }
    return Reel(frames: frames, delays: delays, loopCount: roll.loopCount, isComputed: !delays.isEmpty)
  }

  /// The frames of a picture, with the recipe done to each.
  func reel(of picture: Picture) throws -> Reel {
    let sizes = try sizes(from: picture.size)
    let frames = try picture.image.frames()
    let kept = recipe.isStill ? Array(frames.prefix(1)) : frames
    try job.reserve(ImageCost(ofPicture: sizes, frames: kept.count).bytes)
    let filtered = try kept.map { frame in
      // A picture without a recipe is not computed again.
      try steps.reduce(try frame.view()) { try $0.filtered(by: $1, in: self) }
    }
    let delays = recipe.isStill ? [] : picture.frameDelays
    return Reel(frames: filtered, delays: delays, loopCount: picture.loopCount)
  }

  /// The sizes from the first to the last, each of which a picture has to have.
  private func sizes(from first: ImageSize) throws(ImageError) -> [ImageSize] {
    var sizes = [first]
    for step in steps {
      let size = step.size(of: sizes[sizes.count - 1])
      try Picture.checkSize(width: size.width, height: size.height)
      sizes.append(size)
    }
    if steps.isEmpty { try Picture.checkSize(width: first.width, height: first.height) }
    return sizes
  }

  /// Turns a frame into colours that all filters understand: upright, in sRGB, and without metadata; not larger
  /// than the frame on either side, where it is placed.
  private func develop(_ frame: VipsImage, _ placement: ImagePlacement?) throws -> VipsImage {
    guard let placement else { return try settle(try inColours(frame)) }
    let size = placement.scaled.turned(frame.isTurned)
    // Converting colours is the slow part, and there are fewer pixels afterwards.
    let small =
      frame.isPlain
      ? try inColours(try frame.scaled(to: size)) : try inColours(frame).scaled(to: size)
    return try settle(small).cut(placement, job)
  }

  private func inColours(_ frame: VipsImage) throws(VipsFailure) -> VipsImage {
    recipe.keepsColourProfile && frame.hasRGBProfile ? frame : try frame.inSRGB()
  }

  private func settle(_ image: VipsImage) throws -> VipsImage {
    guard image.orientation != 1 else { return try image.bare(keepsProfile: recipe.keepsColourProfile) }
    // Turning reads from bottom to top, and decoders do not.
    return try image.computed("decoding", job).upright().bare(keepsProfile: recipe.keepsColourProfile)
  }
}

extension ImageFilter {
  /// What becomes of a size.
  func size(of size: ImageSize) -> ImageSize {
    switch self {
    case .resize(let width, let height, let fit, _):
      ImagePlacement(of: size, width: width, height: height, fit).target
    case .crop(let width, let height, _):
      ImageSize(width: min(width, size.width), height: min(height, size.height))
    case .sepia, .mono, .blur, .sharpen, .brightness, .contrast, .saturation, .pixelate, .roundedCorners,
      .circle, .overlay:
      size
    }
  }
}
