import Testing

@testable import GalleryUpstream

@Suite("Random numbers")
struct SplitMix64Tests {
  @Test("The numbers are those of the published generator")
  func reference() {
    var random = SplitMix64(seed: 1_234_567)
    let numbers = (0..<5).map { _ in random.next() }
    #expect(
      numbers == [
        6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423,
        4_593_380_528_125_082_431, 16_408_922_859_458_223_821,
      ]
    )
  }

  @Test("A number can be had without those before it")
  func places() {
    let start = SplitMix64(seed: 1_234_567)
    var random = start
    for index in 0..<100 { #expect(start.number(index) == random.next()) }
  }

  @Test("Ranges are kept, and reached from end to end")
  func ranges() {
    var random = SplitMix64(seed: 7)
    var seen = Set<Int>()
    for _ in 0..<1_000 {
      #expect((0..<1).contains(random.unit()))
      #expect((-3...5).contains(random.double(-3...5)))
      seen.insert(random.int(2...6))
    }
    #expect(seen == [2, 3, 4, 5, 6])
  }

  @Test("A chance comes as often as it says")
  func chance() {
    var random = SplitMix64(seed: 11)
    let hits = (0..<10_000).count { _ in random.chance(0.3) }
    #expect((2_800...3_200).contains(hits))
  }

  @Test("Shuffling keeps every element and moves them")
  func shuffled() {
    var random = SplitMix64(seed: 3)
    let cards = Array(0..<52)
    let shuffled = random.shuffled(cards)
    #expect(shuffled != cards)
    #expect(shuffled.sorted() == cards)
    #expect(random.shuffled([Int]()).isEmpty)
    #expect(cards.contains(random.pick(cards)))
  }
}
