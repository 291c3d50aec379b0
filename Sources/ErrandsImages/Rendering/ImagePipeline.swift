import CVipsShim
import Foundation

/// A recipe at work, on a thread of the pool: from a file or a picture to frames, which are computed while they are
/// read.
struct ImagePipeline {
  let recipe: ImageRecipe
  let steps: [ImageFilter]
  let limits: ImageLimits
  let job: ImageJob
  let parts = PipelineParts()
  private let encoder: Int
  /// Whether it says what it needs, and waits for that: nobody else has said it for it.
  private let reserves: Bool

  /// - Parameter encoding: What the result is written as; nil where it stays in memory.
  /// - Throws: What is wrong with the recipe.
  init(
    _ recipe: ImageRecipe,
    as encoding: ImageEncoding? = nil,
    limits: ImageLimits = ImageLimits(),
    reserves: Bool = true,
    job: ImageJob
  ) throws(ImageError) {
    encoder = encoding?.bytesPerPixel ?? 0
    self.recipe = recipe
    self.limits = limits
    self.reserves = reserves
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
      // Whether it is turned is not known yet.
      let held = try ImageCost.held(
        by: self,
        sizes: sizes,
        placement: placement(of: outline.size),
        isTurned: outline.hasMetadata
      )
      let isStill = extent == .first
      try reserve(
        ImageCost(ofWebP: outline, sizes: sizes, isStill: isStill, held: held, encoder: encoder)
      )
    }
    let image = try decoder.open(extent)
    let stored = ImageSize(width: image.width, height: image.frameHeight)
    let size = stored.turned(image.isTurned)
    let sizes = try sizes(from: size)
    var (roll, rest) = (image, steps[...])
    let placement = placement(of: size)
    if let placement {
      rest = steps.dropFirst()
      let shrink = decoder.format.shrink(for: placement.reduction)
      if shrink > 1 { roll = try decoder.open(extent, shrink: shrink) }
    }
    if decoder.format != .webp {
      let isTurned = image.orientation != 1
      let held = try ImageCost.held(by: self, sizes: sizes, placement: placement, isTurned: isTurned)
      let frames = image.height / image.frameHeight
      try reserve(
        ImageCost(
          of: roll,
          as: decoder.format,
          sizes: sizes,
          frames: frames,
          held: held,
          encoder: encoder
        )
      )
    }
    let delays = extent == .all && roll.height > roll.frameHeight ? roll.shownDelays : []
    let frames = try roll.frames().map { frame in
      let developed = try develop(frame, placement, of: decoder.format)
      let filtered = try rest.reduce(developed) { try $0.filtered(by: $1, in: self) }
      return delays.isEmpty ? filtered : try filtered.computed("computing", job).withoutIdleAlpha()
    }
    return Reel(
      frames: frames,
      delays: delays,
      loopCount: roll.loopCount,
      source: size,
      isComputed: !delays.isEmpty
    )
  }

  /// The frames of a picture, with the recipe done to each.
  func reel(of picture: Picture) throws -> Reel {
    let sizes = try sizes(from: picture.size)
    let frames = try picture.image.frames()
    let kept = recipe.isStill ? Array(frames.prefix(1)) : frames
    let held = try ImageCost.held(by: self, sizes: sizes, placement: nil, isTurned: false)
    try reserve(ImageCost(ofPicture: sizes, frames: kept.count, held: held))
    let filtered = try kept.map { frame in
      // A picture without a recipe is not computed again. What the animation says, such as how high each frame is, holds for
      // none of them any more.
      try steps.reduce(try frame.bare(keepsProfile: true)) { try $0.filtered(by: $1, in: self) }
    }
    let delays = recipe.isStill ? [] : picture.frameDelays
    return Reel(frames: filtered, delays: delays, loopCount: picture.loopCount)
  }

  /// What the first step makes of a picture, where that is a smaller one: it is done while the file is decoded.
  private func placement(of size: ImageSize) -> ImagePlacement? {
    guard case .resize(let width, let height, let fit, let place)? = steps.first else { return nil }
    let wanted = ImagePlacement(of: size, width: width, height: height, fit, keeping: place)
    return wanted.isEnlarged ? nil : wanted
  }

  /// What it takes to decode an image that is laid over, of which the header is read for that.
  func cost(ofOverlay bytes: Data) throws -> Int {
    try ImageDecoder.withDecoder(of: bytes, limits: limits) { decoder in
      if let outline = try decoder.webPOutline() {
        return ImageCost(ofWebP: outline, sizes: [outline.size], isStill: true, held: 0, encoder: 0).bytes
      }
      let image = try decoder.open(.first)
      let size = ImageSize(width: image.width, height: image.frameHeight)
      return ImageCost(of: image, as: decoder.format, sizes: [size], frames: 1, held: 0, encoder: 0).bytes
    }
  }

  private func reserve(_ cost: ImageCost) throws {
    if reserves { try job.reserve(cost.bytes) }
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
  private func develop(
    _ frame: VipsImage,
    _ placement: ImagePlacement?,
    of format: ImageFormat
  ) throws -> VipsImage {
    guard let placement else { return try settle(try inColours(frame)) }
    let size = placement.scaled.turned(frame.isTurned)
    let filter = LanczosFilter(for: placement.reduction, of: format)
    // Converting colours is the slow part, and there are fewer pixels afterwards.
    let small =
      frame.isPlain
      ? try inColours(try frame.scaled(to: size, by: filter))
      : try inColours(frame).scaled(to: size, by: filter)
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
