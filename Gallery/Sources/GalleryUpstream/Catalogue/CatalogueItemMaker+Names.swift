extension CatalogueItemMaker {
  /// “A”, now and then “A & B” or “A, B & C”.
  func credit(_ lead: CatalogueArtist, _ random: inout CatalogueRandom) -> String {
    let others = random.below(12) < 10 ? 0 : 1 + random.below(2)
    var names = [lead.name]
    for _ in 0..<others {
      let name = random.pick(artists[lead.language, default: [lead]]).name
      if !names.contains(name) { names.append(name) }
    }
    guard let last = names.popLast(), !names.isEmpty else { return lead.name }
    return names.joined(separator: ", ") + " & " + last
  }

  func title(
    _ kind: CatalogueKind,
    by lead: CatalogueArtist,
    _ random: inout CatalogueRandom
  ) -> String {
    let words = lead.language.vocabulary
    let title = words.title(&random)
    let guest = random.pick(artists[lead.language, default: [lead]]).name
    return switch (random.below(40), kind) {
    case (0...3, .songs): "\(title) (feat. \(guest))"
    case (4, _): "\(title) (Live at “\(words.band(&random))”)"
    case (5, _): "\"\(words.title(&random))\" & \(title)"
    case (6, _): "\(title) \(random.pick(["🌊", "🔥", "💔", "🇻🇳", "👩🏽‍🚀"]))"
    case (7, .albums):
      "\(title): The Complete Recordings, with \(guest) & Friends, Newly Remastered from the "
        + "Original Tapes for the Twenty-Fifth Anniversary of <\(words.title(&random))> (Deluxe Edition)"
    case (0...3, .albums), (8, _): "\(title) (Deluxe)"
    case (9, .albums): "\(title), Vol. \(2 + random.below(3))"
    case (10...13, .albums): "\(title) - EP"
    default: title
    }
  }

  func collection(
    of song: String,
    by lead: CatalogueArtist,
    number: Int,
    _ random: inout CatalogueRandom
  ) -> CatalogueItem.Collection {
    let isSingle = random.chance(permille: 600)
    let name = isSingle ? song + " - Single" : lead.language.vocabulary.title(&random)
    return CatalogueItem.Collection(id: String(number), name: name)
  }
}
