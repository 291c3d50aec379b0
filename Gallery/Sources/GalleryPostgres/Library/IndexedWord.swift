/// A word as the index has it, which takes none of more than 2,046 bytes: the beginning of a longer one.
struct IndexedWord {
  private static let limit = 500

  let text: Substring

  /// Cut by code points, of which each has four bytes at most: a letter can have any number of marks.
  init(_ word: Substring) {
    text = word.utf8.count > Self.limit ? Self.beginning(of: word) : word
  }

  /// What every word that begins so has in the index, however it goes on.
  static func beginning(of word: Substring) -> Substring {
    Substring(word.unicodeScalars.prefix(Self.limit / 4))
  }

  /// Folded words as a row has them: with a space before each and behind the last, so that the beginning of a word can be told.
  static func line(of words: String) -> String {
    " " + words.split(separator: " ").map { IndexedWord($0).text }.joined(separator: " ") + " "
  }
}
