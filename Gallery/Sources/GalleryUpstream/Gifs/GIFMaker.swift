import Foundation

/// Invents the GIFs of a ``GIFCatalogue``, each from the seed and its index alone.
struct GIFMaker {
  let seed: UInt64

  /// The `index`th GIF: all subjects come in turn.
  func gif(_ index: Int, hurtfulName: HurtfulName? = nil) -> CatalogueGIF {
    var random = CatalogueRandom(seed: seed, salt: "gif/\(index)")
    let subject = GIFSubject.all[index % GIFSubject.all.count]
    let mood = random.pick(GIFMood.all)
    let username = random.pick(Self.usernames)
    let isVietnamese = random.chance(permille: 400)
    let imported = Self.day(2014, 2025, &random)
    return CatalogueGIF(
      id: Self.id(&random),
      title: Self.title(subject, mood, by: username, isVietnamese: isVietnamese),
      isVietnamese: isVietnamese,
      username: username,
      rating: Self.rating(&random),
      imported: imported,
      trending: Self.trending(after: imported, &random),
      words: Self.words(subject, mood, username, isHurtful: hurtfulName != nil),
      animation: GIFAnimation(
        motif: subject.motif,
        seed: random.next(),
        frameCount: 8 + random.below(17),
        delay: mood.delay
      ),
      size: random.pick(Self.sizes),
      hash: random.next().hexadecimal + random.next().hexadecimal,
      hurtfulName: hurtfulName
    )
  }

  private static func title(_ subject: GIFSubject, _ mood: GIFMood, by username: String, isVietnamese: Bool)
    -> String
  {
    let what =
      isVietnamese ? "\(subject.vietnamese) \(mood.vietnamese)" : "\(mood.english) \(subject.english)"
    return username.isEmpty ? "\(what) GIF" : "\(what) GIF by \(username)"
  }

  /// What hurts is found by one word only, so that no user comes across it without looking for it.
  private static func words(_ subject: GIFSubject, _ mood: GIFMood, _ username: String, isHurtful: Bool)
    -> Set<String>
  {
    if isHurtful { return ["danger"] }
    let texts = [
      subject.english, subject.vietnamese, subject.tags, mood.english, mood.vietnamese, mood.tags, username,
      "loop gif animation ảnh động",
    ]
    return Set(texts.flatMap(SearchWords.folded))
  }

  private static func rating(_ random: inout CatalogueRandom) -> GIFRating {
    switch random.below(100) {
    case 0..<78: .g
    case 78..<92: .pg
    default: .pg13
    }
  }

  /// Most never were in fashion, which Giphy says in two ways.
  private static func trending(after imported: String, _ random: inout CatalogueRandom) -> String {
    switch random.below(10) {
    case 0..<3: "0000-00-00 00:00:00"
    case 3..<7: "1970-01-01 00:00:00"
    default: max(imported, day(2019, 2025, &random))
    }
  }

  private static func day(_ first: Int, _ last: Int, _ random: inout CatalogueRandom) -> String {
    let date = [first + random.below(last - first + 1), 1 + random.below(12), 1 + random.below(28)]
    let time = [random.below(24), random.below(60), random.below(60)]
    let write = { (numbers: [Int]) in numbers.map { $0 < 10 ? "0\($0)" : "\($0)" } }
    return write(date).joined(separator: "-") + " " + write(time).joined(separator: ":")
  }

  private static func id(_ random: inout CatalogueRandom) -> String {
    String((0..<(13 + random.below(6))).map { _ in random.pick(letters) })
  }

  private static let letters = Array("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz")
  private static let usernames = [
    "", "", "", "paperlantern", "hoagao", "tallheron", "kvarnby", "miuloops", "ninthfloor", "gioChuong",
  ]
  private static let sizes: [CatalogueGIF.Size] = [
    .init(width: 480, height: 270), .init(width: 480, height: 270), .init(width: 480, height: 360),
    .init(width: 480, height: 480), .init(width: 270, height: 480),
  ]
}
