/// An invented catalogue of animated GIFs, which can be searched in English and in Vietnamese.
///
/// Everything follows from the seed: the same seed gives the same GIFs in every process and on every machine.
struct GIFCatalogue: Sendable {
  /// All that can be found by what they show, and those that hurt.
  let gifs: [CatalogueGIF]
  private let places: [String: Int]

  private static let harmless = 360

  /// Invents the catalogue, without drawing anything.
  init(seed: UInt64) {
    let maker = GIFMaker(seed: seed)
    let hurtful = HurtfulName.all.enumerated().map { maker.gif(Self.harmless + $0, hurtfulName: $1) }
    gifs = (0..<Self.harmless).map { maker.gif($0) } + hurtful
    places = Dictionary(gifs.enumerated().map { ($1.id, $0) }, uniquingKeysWith: { first, _ in first })
  }

  subscript(id: String) -> CatalogueGIF? {
    places[id].map { gifs[$0] }
  }

  /// Everything harmless.
  var all: [CatalogueGIF] { Array(gifs.prefix(Self.harmless)) }

  /// The GIFs that a word of `query` says something about; none for a query without a word. Those of which more words
  /// do come first; of these, for a reader of Vietnamese, those with a Vietnamese title, and then those with words in
  /// theirs.
  func search(_ query: String, rating: GIFRating = .r, prefersVietnamese: Bool = false) -> [CatalogueGIF] {
    let words = SearchWords.folded(query)
    guard !words.isEmpty else { return [] }
    typealias Ranked = (gif: CatalogueGIF, rank: (Int, Int, Int, Int))
    let ranked = gifs.enumerated().compactMap { place, gif -> Ranked? in
      let matches = words.count(where: gif.words.contains)
      guard matches > 0, rating.admits(gif.rating) else { return nil }
      let title = SearchWords.folded(gif.title)
      let language = prefersVietnamese && gif.isVietnamese ? 1 : 0
      return (gif, (matches, language, words.count(where: title.contains), -place))
    }
    return ranked.sorted { $0.rank > $1.rank }.map(\.gif)
  }
}
