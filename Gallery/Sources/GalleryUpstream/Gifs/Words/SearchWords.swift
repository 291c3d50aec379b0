/// The words of a text as a search sees them: in lower case and without diacritics, so that a search for "meo"
/// or "MÈO" finds "mèo".
enum SearchWords {
  static func folded(_ text: String) -> [String] {
    // đ has no canonical decomposition: it is a letter of its own.
    let base = text.lowercased().replacing("đ", with: "d").decomposedStringWithCanonicalMapping
    let plain = String(String.UnicodeScalarView(base.unicodeScalars.filter { !$0.properties.isMark }))
    return plain.split { !$0.isLetter && !$0.isNumber }.map(String.init)
  }
}

extension Unicode.Scalar.Properties {
  fileprivate var isMark: Bool { generalCategory == .nonspacingMark }
}
