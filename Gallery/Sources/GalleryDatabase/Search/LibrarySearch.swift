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

  /// What is looked for, each as the words that have to stand together, of which the last may go on; `nil` where nothing was
  /// typed, and empty where what was typed has no words, as `!?`, which finds nothing.
  ///
  /// What was typed without a space stays together, as `東京` does.
  package var phrases: [[String]]? {
    let parts = text.split(whereSeparator: \.isWhitespace).prefix(Self.mostWords)
    guard !parts.isEmpty else { return nil }
    return parts.map { FoldedText.words(of: String($0)) }.filter { !$0.isEmpty }
  }

  /// The search in the language of SQLite's full-text index (FTS5, section 3).
  var expression: String? {
    guard let phrases else { return nil }
    // Words have neither quotes nor stars in them.
    guard !phrases.isEmpty else { return "\"\"" }
    return phrases.map { "\"\($0.joined(separator: " "))\" *" }.joined(separator: " ")
  }
}
