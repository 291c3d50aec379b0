/// One invented GIF: what is said about it, and what it is drawn from.
struct CatalogueGIF: Sendable, Identifiable {
  /// The size in which it was uploaded, in pixels.
  struct Size: Sendable, Hashable {
    let width: Int
    let height: Int
  }

  /// 13 to 18 letters and digits.
  let id: String
  let title: String
  let isVietnamese: Bool
  /// Empty for a GIF without a known author.
  let username: String
  let rating: GIFRating
  /// `2014-05-30 21:28:40`.
  let imported: String
  /// As `imported`, or one of the two ways in which Giphy says never.
  let trending: String
  /// What it is found by, folded by ``SearchWords``.
  let words: Set<String>
  let animation: GIFAnimation
  let size: Size
  /// What Giphy calls its hash: 32 hexadecimal digits. Here they are drawn, since the file is not made before
  /// the first request for it.
  let hash: String
  /// A name for all its files that hurts a program which saves them under it.
  let hurtfulName: HurtfulName?

  /// The name in its addresses: what the title says, and the id.
  var slug: String {
    let words = Slug.text(for: title.replacing(" GIF", with: ""))
    return words.isEmpty ? id : "\(words)-\(id)"
  }
}
