import Foundation

/// What is looked for in a library: things of a kind, in which each of some words begins a word.
public struct LibrarySearch: Sendable, Equatable {
  /// More words than this are not looked for: what has these has the thing.
  static let mostWords = 16

  /// What was typed; nothing finds everything.
  public var text: String
  /// `nil` finds all kinds.
  public var kind: String?

  public init(_ text: String = "", kind: String? = nil) {
    self.text = text
    self.kind = kind
  }

  /// The search in the language of SQLite's full-text index (FTS5, section 3); `nil` where nothing was typed.
  ///
  /// What was typed without a space stays together, as `東京` does, and the last word of it may go on.
  var expression: String? {
    let parts = text.split(whereSeparator: \.isWhitespace).prefix(Self.mostWords)
    guard !parts.isEmpty else { return nil }
    let phrases = parts.map { FoldedText.words(of: String($0)) }.filter { !$0.isEmpty }
    // Words have neither quotes nor stars in them. A phrase without words, as of `!?`, finds nothing.
    guard !phrases.isEmpty else { return "\"\"" }
    return phrases.map { "\"\($0.joined(separator: " "))\" *" }.joined(separator: " ")
  }
}
