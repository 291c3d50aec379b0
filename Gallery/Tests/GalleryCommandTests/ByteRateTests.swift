import Testing

@testable import gallery

@Suite("How fast bytes come")
struct ByteRateTests {
  private func rate(_ samples: [(milliseconds: Int, bytes: Int64)]) -> Double? {
    var rate = ByteRate()
    for sample in samples { rate.add(sample.bytes, at: .milliseconds(sample.milliseconds)) }
    return rate.bytesPerSecond
  }

  @Test("It is not known before half a second has passed")
  func early() {
    #expect(rate([]) == nil)
    #expect(rate([(0, 1000)]) == nil)
    #expect(rate([(0, 0), (499, 1000)]) == nil)
    #expect(rate([(0, 0), (500, 1000)]) == 2000)
  }

  @Test("It is that of the last five seconds")
  func window() {
    let slowing = (0...10).map { (milliseconds: $0 * 1000, bytes: Int64(min($0, 5)) * 1000) }
    #expect(rate(slowing) == 0)
    let steady = (0...100).map { (milliseconds: $0 * 100, bytes: Int64($0) * 50) }
    #expect(rate(steady) == 500)
  }

  @Test("After a long silence it is that since then")
  func silence() {
    #expect(rate([(0, 0), (1000, 1000), (61_000, 7000)]) == 100)
  }
}
