import Foundation

/// A name for a file that came from outside, made safe: it names a file in the folder where it is put, and
/// nothing else, on any system.
///
/// It has no separators, no two dots in a row, no control characters, none that turn the direction of writing
/// around, and no dot or space at either end. It is in Unicode's normalization form C, and at most 255 bytes of
/// UTF-8 long, which is as much as file systems take; cut at a character, with its ending kept.
public struct SafeFileName: Sendable, Hashable, CustomStringConvertible {
  /// The longest name, in bytes of UTF-8.
  public static let limit = 255
  /// The longest ending that is kept when a name is cut, in bytes of UTF-8, with its dot. What is longer is hardly
  /// one.
  private static let endingLimit = 16

  /// The name.
  public let text: String

  /// The name.
  public var description: String { text }

  /// The safe part of a text: what follows the last separator of either kind in it.
  ///
  /// - Returns: `nil` where nothing is left.
  public init?(_ text: String) {
    // A separator cannot come about later: no character composes to one.
    let last = text.split(omittingEmptySubsequences: false, whereSeparator: Self.isSeparator).last ?? ""
    let composed = Self.withoutDangers(String(last)).precomposedStringWithCanonicalMapping
    let name = Self.cut(Self.trimmed(Self.withoutRunsOfDots(composed)), to: Self.limit)
    guard !name.isEmpty else { return nil }
    self.text = name
  }

  /// The name in an address: the last segment of its path, percent-decoded once.
  ///
  /// - Returns: `nil` where it has none.
  public init?(url: URL) {
    let segments = url.path(percentEncoded: true).split(separator: "/")
    guard let segment = segments.last else { return nil }
    self.init(Self.percentDecoded(segment))
  }

  /// A name that the code gives, for where none came from outside.
  ///
  /// - Parameter fallback: A name that is safe as it is.
  public init(fallback: StaticString) {
    text = fallback.description
  }

  /// - Parameter text: A name that is safe as it is, or that the user has chosen.
  init(unchecked text: String) {
    self.text = text
  }

  /// Equal for names that some file system takes for the same: names that differ in case.
  var key: String { text.uppercased().lowercased() }

  /// `photo 2.jpg`
  func numbered(_ number: Int) -> SafeFileName {
    let (stem, ending) = Self.parts(of: text)
    let tail = " \(number)" + ending
    let kept = stem.prefix(utf8: Self.limit - tail.utf8.count)
    return SafeFileName(unchecked: kept.isEmpty ? String(tail.dropFirst()) : kept + tail)
  }

  // MARK: Steps

  private static func isSeparator(_ character: Character) -> Bool {
    character.unicodeScalars.contains { $0 == "/" || $0 == "\\" }
  }

  /// Bytes that are no UTF-8 become replacement characters: a name that cannot be read is still a name.
  private static func percentDecoded(_ text: Substring) -> String {
    text.removingPercentEncoding ?? String(decoding: bytes(percentDecoding: text), as: UTF8.self)
  }

  private static func bytes(percentDecoding text: Substring) -> [UInt8] {
    var bytes: [UInt8] = []
    var rest = text.utf8[...]
    while let first = rest.popFirst() {
      if first == UInt8(ascii: "%"),
        let code = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16)
      {
        bytes.append(code)
        rest = rest.dropFirst(2)
      } else {
        bytes.append(first)
      }
    }
    return bytes
  }

  /// Marks that turn the direction of writing make `gpj.exe` look like `exe.jpg`.
  private static func withoutDangers(_ text: String) -> String {
    var scalars = text.unicodeScalars
    scalars.removeAll { scalar in
      switch scalar.properties.generalCategory {
      case .control, .lineSeparator, .paragraphSeparator: true
      default: scalar.properties.isBidiControl || scalar == "\u{FEFF}"
      }
    }
    return String(scalars)
  }

  private static func withoutRunsOfDots(_ text: String) -> String {
    var scalars = String.UnicodeScalarView()
    for scalar in text.unicodeScalars where scalar != "." || scalars.last != "." { scalars.append(scalar) }
    return String(scalars)
  }

  /// A dot at the beginning hides a file; a dot at the end, and spaces, some systems drop without a word.
  private static func trimmed(_ text: String) -> String {
    text.trimmingCharacters(in: CharacterSet(charactersIn: ".").union(.whitespaces))
  }

  private static func cut(_ text: String, to limit: Int) -> String {
    guard text.utf8.count > limit else { return text }
    let (stem, ending) = parts(of: text)
    let kept = trimmed(stem.prefix(utf8: limit - ending.utf8.count))
    // A first character that is too long leaves nothing; an ending alone would be the name of a hidden file.
    return kept.isEmpty ? "" : kept + ending
  }

  /// What comes before the ending, and the ending with its dot, if there is one.
  private static func parts(of text: String) -> (stem: String, ending: String) {
    guard let dot = text.lastIndex(of: "."), dot != text.startIndex,
      text[dot...].utf8.count <= endingLimit
    else { return (text, "") }
    return (String(text[..<dot]), String(text[dot...]))
  }
}
