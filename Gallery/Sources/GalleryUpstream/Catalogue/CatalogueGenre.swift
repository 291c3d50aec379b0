/// A genre, with the number that the feeds give it.
public struct CatalogueGenre: Sendable, Hashable {
  /// Digits, as text: the feeds write every number as text.
  public let id: String
  public let name: String

  /// The name as it stands in a feed's path: `hip-hop-rap`.
  public var slug: String { Slug.text(for: name) }

  /// The genre that every work is in.
  static let music = CatalogueGenre(id: "34", name: "Music")

  /// The genres of every language, the most common first.
  private static let general = [
    CatalogueGenre(id: "14", name: "Pop"),
    CatalogueGenre(id: "18", name: "Hip-Hop/Rap"),
    CatalogueGenre(id: "15", name: "R&B/Soul"),
    CatalogueGenre(id: "21", name: "Rock"),
    CatalogueGenre(id: "20", name: "Alternative"),
    CatalogueGenre(id: "7", name: "Electronic"),
    CatalogueGenre(id: "17", name: "Dance"),
    CatalogueGenre(id: "6", name: "Country"),
    CatalogueGenre(id: "10", name: "Singer/Songwriter"),
    CatalogueGenre(id: "16", name: "Soundtrack"),
    CatalogueGenre(id: "11", name: "Jazz"),
    CatalogueGenre(id: "1153", name: "Metal"),
    CatalogueGenre(id: "5", name: "Classical"),
    CatalogueGenre(id: "24", name: "Reggae"),
  ]

  private static let latino = CatalogueGenre(id: "12", name: "Latino")
  private static let jPop = CatalogueGenre(id: "27", name: "J-Pop")
  private static let kPop = CatalogueGenre(id: "51", name: "K-Pop")

  /// The genres that a work can mainly belong to, and that a first-generation feed can be narrowed to.
  public static let all = general + [latino, jPop, kPop]

  /// One of the genres of every language; common ones come up more often.
  static func any(_ random: inout CatalogueRandom) -> CatalogueGenre {
    general[min(random.below(general.count), random.below(general.count))]
  }

  /// The genre that most works of a language are in, if there is one.
  static func usual(in language: CatalogueLanguage) -> CatalogueGenre? {
    switch language {
    case .spanish: latino
    case .japanese: jPop
    case .korean: kPop
    default: nil
    }
  }
}
