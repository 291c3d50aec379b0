import Foundation

/// A text that is to be drawn, by the library for that, which takes it for markup.
struct OverlayText {
  /// How many characters of Unicode there may be, each mark on a letter being one: the time that it takes to lay them out grows
  /// with their square.
  static let lengths = 1.0...1_000.0
  /// The longest side of a drawing.
  private static let longestSide = 32_767.0

  private let scalars: [Unicode.Scalar]

  init(_ text: String) {
    // It would end there.
    scalars = text.unicodeScalars.filter { $0 != "\0" }
  }

  /// - Throws: ``ImageError/valueOutOfRange(_:_:allowed:)``, ``ImageError/undrawableText(reason:)``.
  func check() throws(ImageError) {
    try ImageFilter.check("length of a text", Double(scalars.count), Self.lengths)
    guard scalars.contains(where: \.canBeSeen) else {
      throw .undrawableText(reason: "none of it can be seen")
    }
  }

  /// By characters of Unicode: an accent makes one letter of itself and the `&` before it, which is markup all the same.
  var markup: String {
    scalars.reduce(into: "") { markup, scalar in
      switch scalar {
      case "&": markup += "&amp;"
      case "<": markup += "&lt;"
      case ">": markup += "&gt;"
      default: markup.unicodeScalars.append(scalar)
      }
    }
  }

  /// What it takes at most, where no letter is wider or higher than two lines.
  func room(at size: Double) -> ImageSize {
    let lines = scalars.split(omittingEmptySubsequences: false) { CharacterSet.newlines.contains($0) }
    let longest = lines.map(\.count).max() ?? 0
    let (width, height) = (Double(longest) * 2 * size, Double(lines.count) * 2 * size)
    return ImageSize(
      width: Int(min(width, Self.longestSide).rounded(.up)),
      height: Int(min(height, Self.longestSide).rounded(.up))
    )
  }
}

extension Unicode.Scalar {
  fileprivate var canBeSeen: Bool {
    !properties.isWhitespace && !properties.isDefaultIgnorableCodePoint
      && ![.control, .format, .unassigned, .surrogate].contains(properties.generalCategory)
  }
}
