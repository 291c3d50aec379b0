/// A country's shop: which languages its charts favour, and how long they are.
public struct Storefront: Sendable, Equatable {
  /// Two ASCII letters, in lower case.
  public let code: String
  let languages: [CatalogueLanguage]
  /// How many entries a chart of this country has at most.
  let depth: Int

  /// - Parameter code: two letters in lower case, as they stand in a feed's path.
  /// - Returns: `nil` where there is no such shop.
  public init?(code: String) {
    guard let place = Self.codes.firstIndex(of: code) else { return nil }
    self.code = code
    if let languages = Self.largeMarkets[code] {
      self.languages = languages
      depth = 100
    } else {
      languages = [.english, CatalogueLanguage.allCases[place % CatalogueLanguage.allCases.count]]
      depth = 38 + place * 7 % 60
    }
  }

  private static let largeMarkets: [String: [CatalogueLanguage]] = [
    "us": [.english, .spanish], "gb": [.english], "au": [.english], "ca": [.english, .french],
    "ie": [.english], "nz": [.english], "in": [.english], "ng": [.english], "za": [.english],
    "vn": [.vietnamese, .korean, .english], "kr": [.korean], "jp": [.japanese],
    "es": [.spanish], "mx": [.spanish], "ar": [.spanish], "co": [.spanish], "cl": [.spanish],
    "fr": [.french], "be": [.french, .english], "de": [.german], "at": [.german], "ch": [.german, .french],
    "br": [.portuguese], "pt": [.portuguese], "se": [.swedish], "fi": [.swedish, .english],
    "ua": [.ukrainian],
  ]

  private static let codes =
    """
    ae ag ai al am ao ar at au az ba bb be bf bg bh bj bm bn bo br bs bt bw by bz ca cd cg ch ci cl cm \
    cn co cr cv cy cz de dk dm do dz ec ee eg es fi fj fm fr ga gb gd ge gh gm gr gt gw gy hk hn hr hu \
    id ie il in iq is it jm jo jp ke kg kh kn kr kw ky kz la lb lc lk lr lt lu lv ly ma md me mg mk ml \
    mm mn mo mr ms mt mu mv mw mx my mz na ne ng ni nl no np nz om pa pe pg ph pk pl pt pw py qa ro rs \
    ru rw sa sb sc se sg si sk sl sn sr st sv sz tc td th tj tm tn to tr tt tw tz ua ug us uy uz vc ve \
    vg vn vu xk ye za zm zw
    """.split(separator: " ").map(String.init)
}
