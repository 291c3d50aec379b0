import CVipsShim

/// One step of a recipe each: a new image that is computed when its pixels are asked for.
extension VipsImage {
  /// Never this image itself.
  func filtered(by filter: ImageFilter, in pipeline: ImagePipeline) throws -> VipsImage {
    switch filter {
    case .resize(let width, let height, let fit, let place):
      let size = ImageSize(width: self.width, height: self.height)
      return try placed(
        ImagePlacement(of: size, width: width, height: height, fit, keeping: place),
        pipeline.job
      )
    case .crop(let width, let height, let place):
      let size = ImageSize(width: min(width, self.width), height: min(height, self.height))
      return try cut(size, keeping: place, pipeline.job)
    case .sepia:
      return try recombined([0.393, 0.769, 0.189, 0.349, 0.686, 0.168, 0.272, 0.534, 0.131])
    case .mono:
      return try recombined([0.2126, 0.7152, 0.0722, 0.2126, 0.7152, 0.0722, 0.2126, 0.7152, 0.0722])
    case .saturation(let amount): return try recombined(Self.saturation(amount))
    case .brightness(let amount): return try linear(amount, 0)
    case .contrast(let amount): return try linear(amount, 127.5 * (1 - amount))
    case .blur(let sigma):
      return try mixed { image throws(VipsFailure) in
        try image.derived("gaussblur") { errands_vips_blur($0, sigma) }
      }
    case .sharpen(let sigma):
      return try mixed { image throws(VipsFailure) in
        try image.derived("sharpen") { errands_vips_sharpen($0, sigma) }
      }
    case .pixelate(let block):
      return try mixed { image throws(VipsFailure) in
        try image.derived("pixelate") { errands_vips_pixelate($0, Int32(block)) }
      }
    case .roundedCorners(let radius): return try masked(across: radius, down: radius, in: pipeline)
    case .circle: return try masked(across: width, down: height, in: pipeline)
    case .overlay(let overlay): return try laid(overlay, in: pipeline)
    }
  }

  /// `saturate()` in CSS: the matrix of Filter Effects Module Level 1, section 9.6, `saturate`.
  private static func saturation(_ s: Double) -> [Double] {
    let grey = [0.213, 0.715, 0.072]
    return (0..<9).map { index in
      let (row, column) = index.quotientAndRemainder(dividingBy: 3)
      return grey[column] * (1 - s) + (row == column ? s : 0)
    }
  }

  private func recombined(_ rows: [Double]) throws(VipsFailure) -> VipsImage {
    try derived("recomb") { errands_vips_recombine($0, rows) }
  }

  private func linear(_ factor: Double, _ offset: Double) throws(VipsFailure) -> VipsImage {
    try derived("linear") { errands_vips_linear($0, factor, offset) }
  }

  /// Cut out by a rectangle with corners of this radius, which becomes an ellipse where they meet.
  private func masked(across: Int, down: Int, in pipeline: ImagePipeline) throws -> VipsImage {
    let (rx, ry) = (min(Double(across), Double(width) / 2), min(Double(down), Double(height) / 2))
    let size = ImageSize(width: width, height: height)
    let mask = try pipeline.parts.part(.mask(of: size, across: rx, down: ry)) {
      let drawing = """
        <svg xmlns="http://www.w3.org/2000/svg" width="\(width)" height="\(height)">\
        <rect width="\(width)" height="\(height)" rx="\(rx)" ry="\(ry)" fill="#fff"/></svg>
        """
      return try VipsImage.drawn(drawing, pipeline.job).derived("extract_band", errands_vips_last_band)
    }
    let image = try withAlpha()
    return try VipsImage(
      "multiply",
      image.use { image in mask.use { errands_vips_masked(image, $0) } }
    )
  }

  /// An SVG text in its own size, in memory.
  private static func drawn(_ svg: String, _ job: ImageJob) throws -> VipsImage {
    var svg = svg
    return try svg.withUTF8 { text in
      let lazy = try VipsImage("svgload", errands_vips_load_svg(text.baseAddress, text.count, 1))
      return try lazy.computed("mask", job)
    }
  }
}

/// What is laid over a picture.
extension VipsImage {
  fileprivate func laid(_ overlay: ImageOverlay, in pipeline: ImagePipeline) throws -> VipsImage {
    let whole = ImageSize(width: width, height: height)
    let top = try pipeline.parts.part(.overlay(overlay, on: whole)) {
      try Self.image(of: overlay, fitting: whole, in: pipeline)
    }
    let size = ImageSize(width: top.width, height: top.height)
    let (x, y) = overlay.place.origin(of: size, in: whole, margin: overlay.margin)
    let laid = try VipsImage(
      "composite",
      use { base in top.use { errands_vips_over(base, $0, Int32(x), Int32(y)) } }
    )
    return hasAlpha ? laid : try laid.derived("extract_band", errands_vips_without_alpha)
  }

  /// In memory, no larger than what it is laid over, and as opaque as it is to be.
  private static func image(
    of overlay: ImageOverlay,
    fitting whole: ImageSize,
    in pipeline: ImagePipeline
  ) throws -> VipsImage {
    var top = try image(of: overlay.content, in: pipeline)
    let own = ImageSize(width: top.width, height: top.height)
    if own.width > whole.width || own.height > whole.height {
      top = try top.scaled(to: ImagePlacement(of: own, in: whole, .contain).scaled)
    }
    top = try top.withAlpha()
    if overlay.opacity < 1 {
      top = try top.derived("linear") { errands_vips_faded($0, overlay.opacity) }
    }
    return try top.computed("overlay", pipeline.job)
  }

  private static func image(
    of content: ImageOverlay.Content,
    in pipeline: ImagePipeline
  ) throws -> VipsImage {
    switch content {
    case .image(let bytes):
      let still = try ImagePipeline(
        ImageRecipe([], isStill: true),
        limits: pipeline.limits,
        reserves: false,
        job: pipeline.job
      )
      return try ImageDecoder.withDecoder(of: bytes, limits: pipeline.limits) { decoder in
        try still.reel(of: decoder, moves: false).computed(pipeline.job).frames[0]
      }
    case .text(let text, let size, let colour):
      do {
        let drawing = errands_vips_text(OverlayText(text).markup, "sans \(size)", colour.bands)
        return try VipsImage("text", drawing)
      } catch {
        throw ImageError.undrawableText(reason: error.message)
      }
    }
  }
}
