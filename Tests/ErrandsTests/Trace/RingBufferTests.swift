import Testing

@testable import Errands

@Suite("A ring buffer")
struct RingBufferTests {
  @Test("keeps the newest elements, oldest first", arguments: 0...12)
  func newest(count: Int) {
    var ring = RingBuffer<Int>(capacity: 5)
    var removed: [Int] = []
    for number in 0..<count {
      if let old = ring.append(number) { removed.append(old) }
    }
    #expect(ring.elements == Array((0..<count).suffix(5)))
    #expect(removed == Array((0..<count).dropLast(5)))
    #expect(ring.total == count)
  }

  @Test("with one place holds the last element")
  func one() {
    var ring = RingBuffer<String>(capacity: 1)
    #expect(ring.append("a") == nil)
    #expect(ring.append("b") == "a")
    #expect(ring.elements == ["b"])
  }
}
