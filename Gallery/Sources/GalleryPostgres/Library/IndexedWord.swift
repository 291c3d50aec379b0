/// A word as the index has it, which takes none of more than 2,046 bytes: the beginning of a longer one.
struct IndexedWord {
  private static let limit = 500

  let text: Substring

  init(_ word: Substring) {
    text = word.utf8.count > Self.limit ? word.prefix(Self.limit / 4) : word
  }
}
