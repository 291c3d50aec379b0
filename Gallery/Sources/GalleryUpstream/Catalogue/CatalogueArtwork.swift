/// The cover of a work in one size and format, and its path on the embedded upstream:
/// `/image/thumb/Music/v4/{hex}/{seed}/{width}x{height}bb.{jpg|png}`.
///
/// The shape is that of the real addresses: replacing the last segment gives another size of the same cover.
public struct CatalogueArtwork: Sendable, Hashable {
  /// The picture formats that a path can ask for. The raw value is the file extension.
  public enum Format: String, Sendable, CaseIterable {
    case jpg
    case png
  }

  /// Widths and heights that are drawn, in pixels: large enough to see, small enough not to hurt.
  public static let sides = 16...3000

  /// What the cover is drawn from.
  public let seed: UInt64
  /// In pixels.
  public let width: Int
  /// In pixels.
  public let height: Int
  public let format: Format

  /// - Returns: `nil` where a side is outside ``sides``.
  public init?(seed: UInt64, width: Int, height: Int, format: Format) {
    guard Self.sides.contains(width), Self.sides.contains(height) else { return nil }
    self.seed = seed
    self.width = width
    self.height = height
    self.format = format
  }

  /// The cover that a path asks for.
  ///
  /// - Parameter path: the path of a request, without query.
  /// - Returns: `nil` for a path of another shape, for a size outside ``sides``, and where `hex` does not
  ///   belong to the seed: each cover has one address in each size and format, so a cache cannot be filled
  ///   with copies.
  public init?(path: String) {
    // Whether each part has its one spelling is seen at the end: its own path is then the one that was asked for.
    let parts = path.split(separator: "/", omittingEmptySubsequences: false)
    guard path.utf8.count <= 120, parts.count == 8, let seed = UInt64(parts[6]),
      let format = Format.allCases.first(where: { parts[7].hasSuffix("bb.\($0.rawValue)") })
    else { return nil }
    let sides = parts[7].dropLast(3 + format.rawValue.count).split(separator: "x")
    guard sides.count == 2, let width = Int(sides[0]), let height = Int(sides[1]) else { return nil }
    self.init(seed: seed, width: width, height: height, format: format)
    guard self.path == path else { return nil }
  }

  /// The path that asks for this cover.
  public var path: String {
    "/image/thumb/Music/v4/\(hex)/\(seed)/\(width)x\(height)bb.\(format.rawValue)"
  }

  private var hex: String {
    var random = CatalogueRandom(seed: seed, salt: "artwork")
    return random.next().hexadecimal
  }
}
