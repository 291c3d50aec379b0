import Testing

@testable import Errands

@Suite("Values that come in any order")
struct OrderedValuesTests {
  @Test("come out in the order of their indices", arguments: [1, 2, 3] as [UInt64])
  func shuffled(_ seed: UInt64) {
    var random = Seeded(state: seed)
    var values = OrderedValues<Int>()
    for index in (0..<500).shuffled(using: &random) { values.put(10 * index, at: index) }
    #expect(values.values == (0..<500).map { 10 * $0 })
    #expect(values.ahead.isEmpty)
  }

  @Test("wait for those before them")
  func waiting() {
    var values = OrderedValues<String>()
    values.put("c", at: 2)
    values.put("b", at: 1)
    #expect(values.values.isEmpty && values.ahead.count == 2)
    values.put("a", at: 0)
    #expect(values.values == ["a", "b", "c"])
  }
}
