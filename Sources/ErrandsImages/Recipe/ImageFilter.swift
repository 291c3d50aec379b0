/// One step of an ``ImageRecipe``: a change of a picture's size, shape or look.
///
/// ```swift
/// let old = try await picture.applying([.resize(width: 300), .sepia, .blur(sigma: 4)])
/// ```
///
/// Lengths are pixels, which ``ImageRecipe/pixelRatio`` multiplies.
public enum ImageFilter: Sendable, Hashable, Codable {
  /// Another size. Where one side is not given, it follows from the other, and `fit` changes nothing; where
  /// `.cover` cuts, `keeping` says what stays.
  case resize(width: Int? = nil, height: Int? = nil, fit: ImageFit = .cover, keeping: ImagePlace = .centre)
  /// A part of the picture. What it does not have is not cut off: the part ends with the picture.
  case crop(width: Int, height: Int, keeping: ImagePlace = .centre)
  /// The brown of old photographs: the matrix of `sepia(1)` in CSS (Filter Effects Module Level 1, section
  /// 13.1).
  case sepia
  /// Shades of grey, as bright as the eye sees the colours: the matrix of `grayscale(1)` in CSS, the same
  /// section.
  case mono
  /// A Gaussian blur. `sigma` is its standard deviation in pixels, within ``ImageFilter/sigmas``; the time it
  /// takes grows with it.
  case blur(sigma: Double)
  /// Clearer edges, by an unsharp mask over the lightness. `sigma` is how far an edge reaches, within
  /// ``ImageFilter/sharpenings``.
  case sharpen(sigma: Double = 1)
  /// Darker below 1, brighter above: `brightness()` in CSS, the same section. Within
  /// ``ImageFilter/amounts``, as are the next two.
  case brightness(Double)
  /// Flatter below 1, harder above: `contrast()` in CSS, the same section.
  case contrast(Double)
  /// Paler below 1, more colourful above: `saturate()` in CSS, the same section.
  case saturation(Double)
  /// Squares of so many pixels, each in the middle colour of what was there; within ``ImageFilter/blocks``.
  case pixelate(block: Int)
  /// See-through corners, each a quarter of a circle; a radius above half a side is taken for that half.
  case roundedCorners(radius: Int)
  /// The largest circle, or ellipse, that fits into the picture.
  case circle
  /// Text or another image on top.
  case overlay(ImageOverlay)

  /// How far a blur can reach.
  public static let sigmas = 0.1...100.0
  /// How far a sharpened edge can reach.
  public static let sharpenings = 0.1...10.0
  /// How much brightness, contrast and saturation can be changed; 1 changes nothing.
  public static let amounts = 0.0...10.0
  /// How large the squares of ``pixelate(block:)`` can be.
  public static let blocks = 1...1_000

  /// The filter that is called `sepia`, `mono`, `blur`, `sharpen`, `pixelate` or `circle`, a blur with a sigma
  /// of 8 and squares of 16 pixels; `nil` for another name.
  public init?(name: String) {
    guard let filter = Self.named[name] else { return nil }
    self = filter
  }

  /// The names that ``init(name:)`` knows, in order.
  public static var names: [String] { named.keys.sorted() }

  private static let named: [String: Self] = [
    "sepia": .sepia, "mono": .mono, "blur": .blur(sigma: 8), "sharpen": .sharpen(), "circle": .circle,
    "pixelate": .pixelate(block: 16),
  ]
}

extension ImageFilter {
  func check() throws(ImageError) {
    switch self {
    case .resize(let width, let height, _, let place):
      // Without a side there is no size that could be meant.
      try Picture.checkSize(width: width ?? height ?? 0, height: height ?? width ?? 0)
      try place.check()
    case .crop(let width, let height, let place):
      try Picture.checkSize(width: width, height: height)
      try place.check()
    case .blur(let sigma): try Self.check("sigma of a blur", sigma, Self.sigmas)
    case .sharpen(let sigma): try Self.check("sigma of sharpening", sigma, Self.sharpenings)
    case .brightness(let amount): try Self.check("brightness", amount, Self.amounts)
    case .contrast(let amount): try Self.check("contrast", amount, Self.amounts)
    case .saturation(let amount): try Self.check("saturation", amount, Self.amounts)
    case .pixelate(let block):
      try Self.check(
        "block",
        Double(block),
        Double(Self.blocks.lowerBound)...Double(Self.blocks.upperBound)
      )
    case .roundedCorners(let radius):
      try Self.check("radius", Double(radius), 0...Double(Picture.maximumSide))
    case .overlay(let overlay): try overlay.check()
    case .sepia, .mono, .circle: break
    }
  }

  /// - Throws: ``ImageError/valueOutOfRange(_:_:allowed:)``, also for what is no number.
  static func check(_ name: String, _ value: Double, _ allowed: ClosedRange<Double>) throws(ImageError) {
    guard allowed.contains(value) else { throw .valueOutOfRange(name, value, allowed: allowed) }
  }

  /// The same look where a pixel of a design is `ratio` pixels of a screen.
  func scaled(by ratio: Double) -> Self {
    switch self {
    case .resize(let width, let height, let fit, let place):
      .resize(
        width: width.map { $0.scaled(by: ratio) },
        height: height.map { $0.scaled(by: ratio) },
        fit: fit,
        keeping: place.scaled(by: ratio)
      )
    case .crop(let width, let height, let place):
      .crop(
        width: width.scaled(by: ratio),
        height: height.scaled(by: ratio),
        keeping: place.scaled(by: ratio)
      )
    case .blur(let sigma): .blur(sigma: sigma * ratio)
    case .sharpen(let sigma): .sharpen(sigma: sigma * ratio)
    case .pixelate(let block): .pixelate(block: block.scaled(by: ratio))
    case .roundedCorners(let radius): .roundedCorners(radius: radius == 0 ? 0 : radius.scaled(by: ratio))
    case .overlay(let overlay): .overlay(overlay.scaled(by: ratio))
    case .sepia, .mono, .brightness, .contrast, .saturation, .circle: self
    }
  }
}

extension Int {
  /// At least one pixel, as long as there was any, and no more than a number of pixels can be.
  func scaled(by ratio: Double) -> Int {
    let exact = (Double(self) * ratio).rounded()
    return self > 0 ? Int(Swift.min(Swift.max(1, exact), 1e9)) : self
  }
}
