import CVipsShim

/// Each gives a new image that is computed when its pixels are asked for.
extension VipsImage {
  /// Computes the pixels into memory. The image is killed if the interruption comes meanwhile: it must be the
  /// caller's own, and not one whose pixels other callers read.
  func computed(_ operation: String, _ interruption: Interruption) throws -> VipsImage {
    try interruption.whileWatching(self) { try $0.derived(operation, errands_vips_compute) }
  }

  func inSRGB() throws(VipsFailure) -> VipsImage {
    try derived("colourspace", errands_vips_srgb)
  }

  func upright() throws(VipsFailure) -> VipsImage {
    try derived("autorot", errands_vips_upright)
  }

  func bare() throws(VipsFailure) -> VipsImage {
    try derived("copy", errands_vips_bare)
  }

  /// The middle, of this size; where the image is smaller, it is continued at its edges.
  func centre(_ size: ImageSize) throws(VipsFailure) -> VipsImage {
    try derived("gravity") { errands_vips_centre($0, Int32(size.width), Int32(size.height)) }
  }

  /// The middle, of this size, or the image itself if it has that size.
  func middle(_ size: ImageSize) throws(VipsFailure) -> VipsImage {
    let (left, top) = (Int32(width - size.width) / 2, Int32(height - size.height) / 2)
    guard ImageSize(width: width, height: height) != size else { return self }
    return try derived("extract_area") {
      errands_vips_cut($0, left, top, Int32(size.width), Int32(size.height))
    }
  }

  /// Exactly this size, whatever the shape.
  func scaled(to size: ImageSize) throws(VipsFailure) -> VipsImage {
    try mixed { image throws(VipsFailure) in
      try image.derived("resize") { errands_vips_scale($0, Int32(size.width), Int32(size.height)) }
    }
  }

  func placed(_ placement: ImagePlacement) throws(VipsFailure) -> VipsImage {
    try middle(placement.kept).scaled(to: placement.scaled).middle(placement.target)
  }

  /// What `mix` makes of the pixels, while each counts as much as it can be seen.
  func mixed(
    _ mix: (VipsImage) throws(VipsFailure) -> VipsImage
  ) throws(VipsFailure) -> VipsImage {
    guard hasAlpha else { return try mix(self) }
    let weighed = try derived("premultiply", errands_vips_premultiplied)
    return try mix(weighed).derived("unpremultiply", errands_vips_unpremultiplied)
  }

  /// The frames that stand one below the other.
  func frames() throws(VipsFailure) -> [VipsImage] {
    let height = frameHeight
    guard height < self.height else { return [self] }
    return try stride(from: 0, to: self.height, by: height).map { top throws(VipsFailure) in
      try derived("extract_area") { errands_vips_cut($0, 0, Int32(top), Int32(width), Int32(height)) }
    }
  }

  /// An image in memory without an alpha band that is opaque everywhere: it would only make every file
  /// larger.
  func withoutIdleAlpha() throws(VipsFailure) -> VipsImage {
    guard hasAlpha else { return self }
    var least = 0.0
    guard use({ errands_vips_least_alpha($0, &least) }) == 0 else { throw VipsFailure("min") }
    guard least == 255 else { return self }
    let colours = try derived("extract_band", errands_vips_without_alpha)
    return try colours.derived("compute", errands_vips_compute)
  }
}
