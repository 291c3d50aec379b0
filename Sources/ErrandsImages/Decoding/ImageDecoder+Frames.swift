extension ImageDecoder {
  /// The first frame in its own size.
  func still() throws -> Picture {
    let image = try open(.first)
    try Picture.checkSize(width: image.width, height: image.height)
    return Picture(try develop(image))
  }

  /// The first frame as a thumbnail.
  func still(width: Int, height: Int, fit: ImageFit) throws -> Picture {
    let image = try open(.first)
    let size = ImageSize(width: width, height: height)
    return Picture(try thumbnails(of: image, .first, size, fit)[0])
  }

  /// All frames in their own size.
  func animation() throws -> AnimatedPicture {
    let roll = try open(.all)
    try Picture.checkSize(width: roll.width, height: roll.frameHeight)
    let images = try roll.frames().map { try develop($0) }
    return try AnimatedPicture(images, delays: roll.shownDelays, loopCount: roll.loopCount)
  }

  /// All frames as thumbnails.
  func animation(width: Int, height: Int, fit: ImageFit) throws -> AnimatedPicture {
    let roll = try open(.all)
    let images = try thumbnails(of: roll, .all, ImageSize(width: width, height: height), fit)
    return try AnimatedPicture(images, delays: roll.shownDelays, loopCount: roll.loopCount)
  }

  private func thumbnails(
    of image: VipsImage,
    _ extent: Extent,
    _ target: ImageSize,
    _ fit: ImageFit
  ) throws -> [VipsImage] {
    let stored = ImageSize(width: image.width, height: image.frameHeight)
    let placement = ImagePlacement(of: stored.turned(image.isTurned), in: target, fit)
    guard !placement.isEnlarged else {
      return try image.frames().map { frame in
        try develop(frame).placed(placement).computed("resizing", interruption)
      }
    }
    let shrink = format.shrink(for: placement.reduction)
    let smaller = shrink > 1 ? try open(extent, shrink: shrink) : image
    return try smaller.frames().map { try develop($0, placement) }
  }
}

extension VipsImage {
  /// How long each frame is shown, within what an animation can have. 0 is common, and browsers take what is
  /// shorter than 20 ms for 100 ms, as is done here where nothing is said.
  fileprivate var shownDelays: [Duration] {
    let told = delays.map { delay in
      min(max(.milliseconds(delay), AnimatedPicture.delays.lowerBound), AnimatedPicture.delays.upperBound)
    }
    let count = height / frameHeight
    return Array(told.prefix(count)) + Array(repeating: .milliseconds(100), count: max(0, count - told.count))
  }
}

extension ImageFormat {
  /// How much smaller the decoder makes an image that is wanted `reduction` times smaller. At least the last
  /// half is left to the better filter of the resizer.
  fileprivate func shrink(for reduction: Double) -> Double {
    switch self {
    case .jpeg: [8, 4, 2].first { $0 <= reduction / 2 } ?? 1
    case .webp: max(1, reduction / 2)
    case .png, .gif: 1
    }
  }
}
