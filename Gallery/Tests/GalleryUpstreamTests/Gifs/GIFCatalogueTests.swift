import Foundation
import Testing

@testable import GalleryUpstream

@Suite("The catalogue of GIFs")
struct GIFCatalogueTests {
  private let catalogue = GIFCatalogue(seed: 1)

  @Test("The same seed gives the same GIFs, another seed others")
  func deterministic() {
    func facts(_ seed: UInt64) -> [String] {
      GIFCatalogue(seed: seed).gifs.map {
        "\($0.slug) \($0.hash) \($0.imported) \($0.trending) \($0.size) \($0.animation.svg(Moment(0.3)).count)"
      }
    }
    #expect(facts(7) == facts(7))
    #expect(Set(facts(7)).isDisjoint(with: facts(8)))
  }

  @Test("Every GIF has an id of its own, of letters and digits, under which it is found")
  func ids() {
    #expect(Set(catalogue.gifs.map(\.id)).count == catalogue.gifs.count)
    for gif in catalogue.gifs {
      #expect((13...18).contains(gif.id.count))
      #expect(gif.id.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) })
      #expect(gif.slug.hasSuffix("-" + gif.id))
      #expect(catalogue[gif.id]?.title == gif.title)
    }
    #expect(catalogue["nobody"] == nil)
  }

  @Test("Ratings, sizes, frames and uploaders are of every kind")
  func variety() {
    let all = catalogue.all
    #expect(all.count == 360)
    #expect(Set(all.map(\.rating)) == [.g, .pg, .pg13])
    #expect(Set(all.map(\.size)).count == 4)
    #expect(Set(all.map { $0.animation.frameCount }) == Set(8...24))
    #expect(all.contains { $0.username.isEmpty } && all.contains { !$0.username.isEmpty })
    #expect(all.contains(where: \.isVietnamese) && all.contains { !$0.isVietnamese })
    #expect(Set(all.map(\.trending)).isSuperset(of: ["0000-00-00 00:00:00", "1970-01-01 00:00:00"]))
    for gif in all {
      #expect(gif.imported.wholeMatch(of: /20[12]\d-[01]\d-[0-2]\d [0-2]\d:[0-5]\d:[0-5]\d/) != nil)
      #expect(gif.hash.wholeMatch(of: /[0-9a-f]{32}/) != nil)
    }
  }

  @Test(
    "Who types without diacritics or in capitals finds the same",
    arguments: [
      ("mèo", "meo"), ("mèo", "MÈO"), ("đồng hồ", "dong ho"), ("cat", "Cat"), ("con cá", "ca con"),
      ("chúc mừng sinh nhật", "chuc  mung,sinh nhat"),
    ]
  )
  func folding(one: String, other: String) {
    let hits = catalogue.search(one).map(\.id)
    #expect(!hits.isEmpty)
    #expect(catalogue.search(other).map(\.id) == hits)
  }

  @Test("A GIF is found in either language, whatever its title is in")
  func languages() {
    let cats = catalogue.search("cat")
    #expect(Set(cats.map(\.id)) == Set(catalogue.search("mèo").map(\.id)))
    #expect(cats.contains { $0.title.contains("Cat") } && cats.contains { $0.title.contains("Mèo") })
  }

  // `gallery gifs "happy dance"`, as the README has it, found nothing: no GIF was about both.
  @Test("One right word is enough, more are better, and what says it in its title comes first")
  func words() throws {
    let found = catalogue.search("sleepy cat").map(\.id)
    let (sleepy, cats) = (catalogue.search("sleepy").map(\.id), catalogue.search("cat").map(\.id))
    let both = Set(sleepy).intersection(cats)
    #expect(Set(found) == Set(sleepy).union(cats))
    #expect(!both.isEmpty && Set(found.prefix(both.count)) == both)
    #expect(catalogue.search("cat xylophone").map(\.id) == cats)
    #expect(!catalogue.search("happy dance").isEmpty)
    let party = catalogue.search("dancing")
    let firstOther = try #require(party.firstIndex { !$0.title.contains("Dancing") })
    #expect(party[firstOther...].allSatisfy { !$0.title.contains("Dancing") })
  }

  @Test("Who reads Vietnamese sees Vietnamese titles first")
  func vietnamese() {
    let hits = catalogue.search("heart", prefersVietnamese: true).map(\.isVietnamese)
    #expect(hits == hits.sorted { $0 && !$1 })
    #expect(catalogue.search("heart").map(\.isVietnamese) != hits)
  }

  @Test("A rating lets through itself and what is milder")
  func ratings() {
    func found(_ rating: GIFRating) -> Set<GIFRating> {
      Set(catalogue.search("loop", rating: rating).map(\.rating))
    }
    #expect(found(.g) == [.g])
    #expect(found(.pg) == [.g, .pg])
    #expect(found(.pg13) == [.g, .pg, .pg13])
    #expect(found(.r) == [.g, .pg, .pg13])
  }

  @Test("No word finds nothing, and one word finds everything harmless")
  func extremes() {
    for query in ["", " ", "!", "🐱", "zzz"] { #expect(catalogue.search(query).isEmpty) }
    #expect(catalogue.search("loop").count == 360)
  }

  @Test("What hurts is found by its own word only")
  func danger() {
    let hits = catalogue.search("danger")
    #expect(hits.count == HurtfulName.all.count)
    #expect(hits.allSatisfy { $0.hurtfulName != nil })
    #expect(catalogue.all.allSatisfy { $0.hurtfulName == nil })
  }
}
