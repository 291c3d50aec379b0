import Foundation

/// The form that a name takes in the path of a link: `"R&B/Soul"` is `r-b-soul`, `"Đêm qua sông"` is
/// `dem-qua-song`.
enum Slug {
  /// - Returns: ASCII letters and digits in lower case, with single hyphens; empty for a name that has none,
  ///   such as a Japanese one.
  static func text(for name: String) -> String {
    // Neither letter has a canonical decomposition: each is a letter of its own.
    let base = name.lowercased().replacing("đ", with: "d").replacing("ß", with: "ss")
      .decomposedStringWithCanonicalMapping
    let marks = 0x0300...0x036F
    let letters = base.unicodeScalars.filter { !marks.contains(Int($0.value)) && $0 != "’" && $0 != "'" }
    return letters.split { !isPlain($0) }.map { String(String.UnicodeScalarView($0)) }.joined(separator: "-")
  }

  private static func isPlain(_ scalar: Unicode.Scalar) -> Bool {
    ("a"..."z").contains(scalar) || ("0"..."9").contains(scalar)
  }
}
