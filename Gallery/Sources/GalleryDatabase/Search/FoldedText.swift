import Foundation

/// A text as a search compares it: without case, without marks, and in words. `hoa` finds `hoà`, and `duong` finds
/// `Đường`.
///
/// What is searched for and what is searched in go the same way, through here and nowhere else.
enum FoldedText {
  /// The words of a text, in its order.
  ///
  /// Each ideograph and each letter of kana is a word, and each sign such as ♥: a search finds them in the middle of others.
  /// Of other scripts without spaces, as Thai, Lao, Khmer and Burmese, it finds what lies between two spaces by its beginning.
  static func words(of text: String) -> [String] {
    var (words, word) = ([String](), String.UnicodeScalarView())
    func end() {
      if !word.isEmpty { words.append(String(word)) }
      word = String.UnicodeScalarView()
    }
    for scalar in folded(text).unicodeScalars {
      switch Role(of: scalar) {
      case .inWord: word.append(scalar)
      case .ownWord:
        end()
        words.append(String(scalar))
      case .between: end()
      case .nothing: continue
      }
    }
    end()
    return words
  }

  /// Without case and marks.
  static func folded(_ text: String) -> String {
    var kept = String.UnicodeScalarView()
    for scalar in text.decomposedStringWithCompatibilityMapping.unicodeScalars where !isMark(scalar) {
      kept.append(scalar)
    }
    var plain = ""
    for scalar in String(kept).lowercased().unicodeScalars where !isMark(scalar) {
      plain.unicodeScalars.append(contentsOf: (letters[scalar] ?? String(scalar)).unicodeScalars)
    }
    // Composed again: syllables of Korean, and marks of other scripts, which are not ornaments there.
    return plain.precomposedStringWithCanonicalMapping
  }

  /// Letters that no decomposition knows, and what is typed for them.
  private static let letters: [Unicode.Scalar: String] = [
    "đ": "d", "ð": "d", "ø": "o", "ł": "l", "ß": "ss", "æ": "ae", "œ": "oe", "þ": "th", "ħ": "h", "ŧ": "t",
    "ı": "i",
    "ĸ": "k", "ŋ": "n", "ς": "σ",
  ]

  /// A mark on or below a letter, or one that only chooses between two drawings of a sign.
  private static func isMark(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x300...0x36F, 0x1AB0...0x1AFF, 0x1DC0...0x1DFF, 0x20D0...0x20FF, 0xFE00...0xFE0F, 0xFE20...0xFE2F:
      true
    default: false
    }
  }

  /// What a scalar does to the word that it stands in.
  private enum Role {
    case inWord, ownWord, between, nothing

    init(of scalar: Unicode.Scalar) {
      switch scalar.properties.generalCategory {
      // So that `dont` finds `don't`.
      case _ where scalar == "'" || scalar == "’": self = .nothing
      case _ where Self.isWithoutSpaces(scalar): self = .ownWord
      case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter,
        .decimalNumber,
        .letterNumber, .otherNumber, .nonspacingMark, .spacingMark, .enclosingMark:
        self = .inWord
      // The index has no words of ASCII signs: it would find nothing that has one.
      case .otherSymbol, .currencySymbol: self = scalar.isASCII ? .between : .ownWord
      default: self = .between
      }
    }

    /// Ideographs and kana.
    private static func isWithoutSpaces(_ scalar: Unicode.Scalar) -> Bool {
      scalar.properties.isIdeographic || (0x3041...0x30FF).contains(scalar.value) && scalar != "・"
    }
  }
}
