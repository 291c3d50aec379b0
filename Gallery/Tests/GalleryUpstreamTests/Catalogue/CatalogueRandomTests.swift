import Testing

@testable import GalleryUpstream

@Suite("Numbers that are the same everywhere")
struct CatalogueRandomTests {
  /// The whole catalogue hangs on these. A change makes every saved link to a cover a link to another cover.
  @Test("The stream of a seed and a salt never changes")
  func pinned() {
    var random = CatalogueRandom(seed: 1, salt: "a")
    let first = (0..<3).map { _ in random.next() }
    #expect(first == [16599467779519911623, 4097233316999516042, 2998060998653419891])
  }

  @Test("Another seed or another salt gives another stream")
  func independent() {
    let streams = [(1, "a"), (2, "a"), (1, "b"), (2, "b"), (1, ""), (0, "")].map { seed, salt in
      var random = CatalogueRandom(seed: UInt64(seed), salt: salt)
      return random.next()
    }
    #expect(Set(streams).count == streams.count)
  }

  @Test("Numbers below a bound reach every one of them and nothing else")
  func bound() {
    var random = CatalogueRandom(seed: 3, salt: "bound")
    #expect(Set((0..<500).map { _ in random.below(7) }) == Set(0..<7))
    #expect(Set((0..<200).map { _ in random.pick(["x", "y"]) }) == ["x", "y"])
  }

  @Test("A chance is as large as it says")
  func chance() {
    var random = CatalogueRandom(seed: 4, salt: "chance")
    let hits = (0..<10_000).count { _ in random.chance(permille: 630) }
    #expect((6_100...6_500).contains(hits))
    #expect((0..<1000).allSatisfy { _ in !random.chance(permille: 0) })
    #expect((0..<1000).allSatisfy { _ in random.chance(permille: 1000) })
  }
}
