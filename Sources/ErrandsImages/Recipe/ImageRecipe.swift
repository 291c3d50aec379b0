import Foundation

/// What is made of an image: filters in order, as one value.
///
/// ```swift
/// let recipe: ImageRecipe = [.resize(width: 300, height: 200), .sepia, .roundedCorners(radius: 12)]
/// let file = try await ImageFile(rendering: bytes, by: recipe, as: .webp())
/// ```
///
/// Equal recipes make equal pixels of equal bytes, so a recipe is a part of the key under which results are
/// kept: as a value in memory, and as ``identity`` on disk.
///
/// All of it is one job, and the pixels stream from the decoder through the filters into the encoder; they are
/// collected in memory only where a step needs all of them at once. A recipe that begins with `.resize` is
/// several times faster than one that does so later: the decoders of JPEG and WebP leave out what would not be
/// seen.
public struct ImageRecipe: Sendable, Hashable, Codable {
  /// What is done, in order.
  public var filters: [ImageFilter]
  /// How many pixels of the screen one of the recipe is: all lengths are multiplied by it. 1 by default.
  public var pixelRatio: Double
  /// Whether the result does not move: of a file that does, its first frame. False by default.
  public var isStill: Bool
  /// Whether colours stay as they are, and the file keeps its colour profile, where it is one of RGB. False by
  /// default: colours are converted to sRGB, which all programs show alike. No other metadata is ever kept.
  public var keepsColourProfile: Bool

  /// A recipe of these filters; of none, the image as it is.
  public init(
    _ filters: [ImageFilter],
    pixelRatio: Double = 1,
    isStill: Bool = false,
    keepsColourProfile: Bool = false
  ) {
    self.filters = filters
    self.pixelRatio = pixelRatio
    self.isStill = isStill
    self.keepsColourProfile = keepsColourProfile
  }

  /// How far ``pixelRatio`` can go.
  public static let pixelRatios = 0.1...10.0

  /// The recipe as text, the same in every process and for equal recipes only; for keys. Linear in the bytes
  /// of its overlays.
  public var identity: String {
    String(decoding: Self.written(self), as: UTF8.self)
  }

  /// A recipe, or what has one in it, as JSON that is the same in every process. Numbers that are none have words, as
  /// they are refused only where something is made of them; so all of it has a form.
  package static func written(_ value: some Encodable) -> Data {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    encoder.nonConformingFloatEncodingStrategy = .convertToString(
      positiveInfinity: "inf",
      negativeInfinity: "-inf",
      nan: "nan"
    )
    return (try? encoder.encode(value)) ?? Data()
  }

  /// What ``written(_:)`` has written.
  package static func read<Value: Decodable>(_ type: Value.Type, from data: Data) throws -> Value {
    let decoder = JSONDecoder()
    decoder.nonConformingFloatDecodingStrategy = .convertFromString(
      positiveInfinity: "inf",
      negativeInfinity: "-inf",
      nan: "nan"
    )
    return try decoder.decode(type, from: data)
  }

  /// The filters as they are done, with all lengths multiplied.
  ///
  /// - Throws: ``ImageError/valueOutOfRange(_:_:allowed:)``, ``ImageError/sizeOutOfRange(width:height:limit:)``
  func steps() throws(ImageError) -> [ImageFilter] {
    try ImageFilter.check("pixel ratio", pixelRatio, Self.pixelRatios)
    for filter in filters { try filter.check() }
    guard pixelRatio != 1 else { return filters }
    let scaled = filters.map { $0.scaled(by: pixelRatio) }
    for filter in scaled { try filter.check() }
    return scaled
  }
}

extension ImageRecipe: ExpressibleByArrayLiteral {
  /// The filters, in order.
  public init(arrayLiteral filters: ImageFilter...) {
    self.init(filters)
  }
}
