import Foundation

/// What surrounds the entries of a feed.
struct CatalogueFeedEnvelope {
  let route: FeedRoute
  let base: String
  let updated: Date
  let seed: UInt64

  func json(results: OrderedJSON) -> OrderedJSON {
    let address = base + route.path
    let feed: [OrderedJSON.Member] = [
      ("title", .text(route.title)),
      ("id", .text(address)),
      ("author", author),
      ("links", .array(links(to: address))),
      ("copyright", .text(copyright)),
      ("country", .text(route.storefront.code)),
      ("icon", .text(icon)),
      ("updated", .text(timestamp)),
      ("results", results),
    ]
    return .object([("feed", .object(feed))])
  }

  /// The four w's are the real feed's.
  private var author: OrderedJSON {
    switch route.generation {
    case .v1:
      .object([
        ("name", .text("iTunes Store")),
        ("uri", .text("http://wwww.apple.com/\(route.storefront.code)/itunes/")),
      ])
    case .v2: .object([("name", .text("Apple")), ("url", .text("https://www.apple.com/"))])
    }
  }

  /// One key in each object.
  private func links(to address: String) -> [OrderedJSON] {
    let own = OrderedJSON.object([("self", .text(address))])
    guard case .first(let store, _, let genre, _) = route.request else { return [own] }
    let page =
      "\(base)/WebObjects/MZStore.woa/wa/viewTop?genreId=\((genre ?? .music).id)&popId=82&app=\(store.app)"
    return [own, .object([("alternate", .text(page))])]
  }

  /// The first generation answered in a language of its own choice, whatever the country.
  private var copyright: String {
    var random = CatalogueRandom(seed: seed, salt: "copyright/\(route.path)")
    let year: String
    let rights: String
    switch route.generation {
    case .v1:
      year = "2018"
      rights = random.pick(Self.reservations)
    case .v2:
      year = "2022"
      rights = Self.reservations[0]
    }
    return "Copyright © \(year) The Embedded Upstream. \(rights)"
  }

  private static let reservations = [
    "All rights reserved.", "Bảo lưu mọi quyền.", "Tous droits réservés.", "Alle Rechte vorbehalten.",
    "Todos los derechos reservados.", "Alla rättigheter förbehålles.", "Всі права захищено.", "無断転載を禁じます。",
    "Todos os direitos reservados.", "모든 권리 보유.",
  ]

  private var icon: String {
    switch route.generation {
    case .v1: "http://itunes.apple.com/favicon.ico"
    case .v2: "https://www.apple.com/favicon.ico"
    }
  }

  private var timestamp: String {
    switch route.generation {
    case .v1: CatalogueTimestamp.pacific(updated)
    case .v2: CatalogueTimestamp.mail(updated)
    }
  }
}
