import ErrandsImages

/// The image formats that a client takes, as its `Accept` field says (RFC 9110, section 12.5.1).
///
/// ```swift
/// let format = AcceptedFormats(request.headers["Accept"]).best(among: [.webp, .jpeg])
/// ```
///
/// An answer that depends on it says so: `Vary: Accept`.
public struct AcceptedFormats: Sendable, Hashable {
  /// By media range in lower case, such as `image/webp`, `image/*` or `*/*`; nil where the client says nothing.
  private let weights: [String: Double]?

  /// - Parameter field: The value of `Accept`, several joined by commas; nil where there is none: then all is taken.
  public init(_ field: String?) {
    weights = field.map { field in
      Dictionary(Self.parts(of: field[...], at: ",").compactMap(Self.member), uniquingKeysWith: max)
    }
  }

  /// How much the client wants a format, from 0, not at all, to 1: by the media range that says it best, the type itself
  /// before `image/*` before `*/*`.
  public func weight(of format: ImageFormat) -> Double {
    guard let weights else { return 1 }
    return weights[format.mediaType] ?? weights["image/*"] ?? weights["*/*"] ?? 0
  }

  /// Whether the client names the format itself, and not a range that it is in: many programs say that they take
  /// everything.
  public func names(_ format: ImageFormat) -> Bool { weights?[format.mediaType] ?? 0 > 0 }

  /// The format with the highest weight. Of several, the first that the client names; where it names none of them, the
  /// last of the list: put first what is smallest, and last what all programs read. Nil where the client takes none.
  public func best(among formats: [ImageFormat]) -> ImageFormat? {
    let highest = formats.map(weight).max() ?? 0
    guard highest > 0 else { return nil }
    let wanted = formats.filter { weight(of: $0) == highest }
    return wanted.first(where: names) ?? wanted.last
  }

  /// A media range and its weight; other parameters do not matter for images.
  private static func member(_ text: Substring) -> (String, Double)? {
    let parts = parts(of: text, at: ";").map { $0.filter { !$0.isWhitespace }.lowercased() }
    guard let range = parts.first, range.contains("/") else { return nil }
    let weight = parts.dropFirst().first { $0.hasPrefix("q=") }.map { Self.weight($0.dropFirst(2)) }
    return (range, weight ?? 1)
  }

  /// Digits and a point (RFC 9110, section 12.4.2); 0 for what is no weight.
  private static func weight(_ text: Substring) -> Double {
    guard text.utf8.allSatisfy({ "0123456789.".utf8.contains($0) }) else { return 0 }
    return min(Double(text) ?? 0, 1)
  }

  /// What is between separators, but for those in a text in quotes.
  private static func parts(of text: Substring, at separator: Character) -> [Substring] {
    var isQuoted = false
    return text.split { character in
      if character == "\"" { isQuoted.toggle() }
      return character == separator && !isQuoted
    }
  }
}
