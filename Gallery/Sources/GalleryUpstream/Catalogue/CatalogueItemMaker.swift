/// Invents the works of a ``Catalogue``, each from the seed and its index alone.
struct CatalogueItemMaker {
  private let seed: UInt64
  let artists: [CatalogueLanguage: [CatalogueArtist]]
  /// The catalogue's own block of a million numbers, so that two catalogues seldom give one number twice.
  private let firstNumber: Int

  private static let dayOf2014 = 16_071
  private static let daysTo2026 = 4_560

  init(seed: UInt64) {
    self.seed = seed
    var random = CatalogueRandom(seed: seed, salt: "numbers")
    let block = random.below(400) * 1_000_000
    firstNumber = 1_000_000_000 + block
    var artists: [CatalogueLanguage: [CatalogueArtist]] = [:]
    for (place, language) in CatalogueLanguage.allCases.enumerated() {
      artists[language] = (0..<language.share * 2).map { index in
        let number = 200_000_000 + block + place * 90_000 + index * 611
        return CatalogueArtist(seed: seed, language: language, index: index, id: String(number))
      }
    }
    self.artists = artists
  }

  /// The first `count` works of a kind.
  func items(_ kind: CatalogueKind, count: Int) -> [CatalogueItem] {
    var names: Set<String> = []
    return (0..<count).map { index in
      let item = item(kind, index: index, avoiding: names)
      names.insert(item.name)
      return item
    }
  }

  /// Charts in which one band has three albums of one name do not look real, so a name that is taken is drawn
  /// again. Not for ever: a short list of words may have no other.
  private func item(_ kind: CatalogueKind, index: Int, avoiding names: Set<String>) -> CatalogueItem {
    let drafts = (0..<8).lazy.map { item(kind, index: index, attempt: $0) }
    return drafts.first { !names.contains($0.name) } ?? item(kind, index: index, attempt: 0)
  }

  private func item(_ kind: CatalogueKind, index: Int, attempt: Int) -> CatalogueItem {
    var random = CatalogueRandom(seed: seed, salt: "\(kind)/\(index)/\(attempt)")
    let language = Self.language(&random)
    let lead = random.pick(artists[language, default: []])
    let name = title(kind, by: lead, &random)
    let number = firstNumber + (kind == .songs ? 400_000_000 : 0) + index * 1_021
    return CatalogueItem(
      id: String(number),
      kind: kind,
      language: language,
      name: name,
      artist: credit(lead, &random),
      artistID: lead.id,
      collection: kind == .songs ? collection(of: name, by: lead, number: number - 4, &random) : nil,
      release: release(of: kind, &random),
      copyright: random.chance(permille: 3) ? nil : rights(&random),
      isExplicit: random.chance(permille: 630),
      genres: genres(of: lead, &random),
      artworkSeed: random.next()
    )
  }

  private static func language(_ random: inout CatalogueRandom) -> CatalogueLanguage {
    var point = random.below(CatalogueLanguage.allCases.reduce(0) { $0 + $1.share })
    for language in CatalogueLanguage.allCases {
      if point < language.share { return language }
      point -= language.share
    }
    return .english
  }

  /// Most works of a chart are recent. About one album in fourteen is announced but not out, and very few
  /// works have no date at all: in the recorded feeds it was one in four hundred.
  private func release(of kind: CatalogueKind, _ random: inout CatalogueRandom) -> CatalogueRelease {
    if random.chance(permille: 3) { return .unannounced }
    if random.chance(permille: kind == .albums ? 70 : 10) { return .ahead(days: 1 + random.below(90)) }
    let day = max(random.below(Self.daysTo2026), random.below(Self.daysTo2026))
    return .on(day: Self.dayOf2014 + day)
  }

  private func rights(_ random: inout CatalogueRandom) -> String {
    let year = 2014 + random.below(12)
    let label = random.pick(Self.labels)
    let parent = random.chance(permille: 300) ? ", a division of \(random.pick(Self.labels))" : ""
    return "℗ \(year) \(label)\(parent)"
  }

  private func genres(of lead: CatalogueArtist, _ random: inout CatalogueRandom) -> [CatalogueGenre] {
    let further = random.below(20)
    let count = further < 12 ? 0 : further < 17 ? 1 : further < 19 ? 2 : 3 + random.below(4)
    var genres = random.chance(permille: 120) ? [CatalogueGenre.music, lead.genre] : [lead.genre, .music]
    for _ in 0..<count {
      let genre = CatalogueGenre.any(&random)
      if !genres.contains(genre) { genres.append(genre) }
    }
    return genres
  }

  private static let labels = [
    "Paper Lantern Records", "Ninth Floor Sound, LLC", "Hãng đĩa Hoa Gạo", "Sello Luna Rota",
    "Nordlicht Tonträger",
    "Disques du Canal & Fils", "Tall Heron Music Group", "Estúdio Maré Baixa", "Kvarnby Skivor AB", "風鈴レコード",
  ]
}
