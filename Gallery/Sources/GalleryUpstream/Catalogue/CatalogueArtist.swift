/// One invented artist: a person or a band.
struct CatalogueArtist: Sendable {
  let id: String
  let name: String
  let language: CatalogueLanguage
  /// What they are known for.
  let genre: CatalogueGenre

  /// The `index`th artist of a language.
  init(seed: UInt64, language: CatalogueLanguage, index: Int, id: String) {
    var random = CatalogueRandom(seed: seed, salt: "artist/\(language)/\(index)")
    let words = language.vocabulary
    name =
      switch random.below(10) {
      case 0...4: words.person(&random)
      case 5...7: words.band(&random)
      case 8: "\(random.pick(words.givenNames)) & \(words.band(&random))"
      default: "DJ \(random.pick(words.givenNames))"
      }
    let usual = random.chance(permille: 700) ? CatalogueGenre.usual(in: language) : nil
    genre = usual ?? CatalogueGenre.any(&random)
    self.id = id
    self.language = language
  }
}
