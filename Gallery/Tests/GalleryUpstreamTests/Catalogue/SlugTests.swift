import Testing

@testable import GalleryUpstream

@Suite("Names in links")
struct SlugTests {
  @Test(
    "ASCII letters and digits, single hyphens",
    arguments: [
      ("R&B/Soul", "r-b-soul"), ("Hip-Hop/Rap", "hip-hop-rap"), ("Nobody’s Birthday", "nobodys-birthday"),
      ("Đêm trên phố cũ", "dem-tren-pho-cu"), ("Weißgerber & Großkopf", "weissgerber-grosskopf"),
      ("  (Deluxe)  ", "deluxe"), ("Åkerhjelm", "akerhjelm"), ("夜明けの電車", ""), ("Vol. 2 🌊", "vol-2"), ("", ""),
      ("../etc", "etc"),
    ]
  )
  func slug(name: String, slug: String) {
    #expect(Slug.text(for: name) == slug)
  }

  @Test("No two genres share a slug, and none is called all")
  func genres() {
    let slugs = CatalogueGenre.all.map(\.slug)
    #expect(Set(slugs).count == slugs.count)
    #expect(!slugs.contains("all") && !slugs.contains(""))
    #expect(Set(CatalogueGenre.all.map(\.id)).count == slugs.count)
  }
}
