import ErrandsTesting
import Testing

@testable import Errands

@Suite("First in, first out")
struct FirstInFirstOutTests {
  @Test("each leaves in the order in which it came", arguments: [1, 2, 3] as [UInt64])
  func order(_ seed: UInt64) {
    var random = Seeded(state: seed)
    var (line, came, left) = (FirstInFirstOut<Int>(), 0, 0)
    for _ in 0..<2_000 {
      if Bool.random(using: &random) {
        line.append(came)
        came += 1
      } else if let element = line.popFirst() {
        #expect(element == left)
        left += 1
      } else {
        #expect(left == came)
      }
      #expect(line.count == came - left)
      #expect(line.isEmpty == (came == left))
    }
    while let element = line.popFirst() {
      #expect(element == left)
      left += 1
    }
    #expect(left == came)
  }

  @Test("what has left is freed at once")
  func freed() async throws {
    try await withLiveObjects { live in
      var line = FirstInFirstOut<LiveObjects.Object>()
      for number in 0..<3 { line.append(live.object("\(number)")) }
      _ = line.popFirst()
      #expect(live.count == 2)
    }
  }

  // A line that never goes empty kept room for all who had ever stood in it.
  @Test("a line that is never empty holds room for those who wait only")
  func room() {
    var line = FirstInFirstOut<Int>()
    for number in 0..<10_000 { line.append(number) }
    for _ in 0..<9_990 { _ = line.popFirst() }
    for number in 0..<10_000 {
      line.append(number)
      _ = line.popFirst()
    }
    #expect(line.count == 10)
    #expect(line.elements.capacity < 100)
  }

  // A value that is put in and taken out, again and again, made an array each time.
  @Test("a short line keeps the room that it is filled with again, and a long one that has emptied does not")
  func emptied() {
    var line = FirstInFirstOut<Int>()
    for length in [1, 3, 1_000] {
      for number in 0..<length { line.append(number) }
      while line.popFirst() != nil {}
      #expect((1...16).contains(line.elements.capacity))
    }
  }

  @Test("the last one can be replaced, also while others leave")
  func replaced() {
    var line = FirstInFirstOut<Int>()
    for number in 0..<4 { line.append(number) }
    let first = line.popFirst()
    let replaced = line.replaceLast(with: 9)
    let rest = (0..<3).map { _ in line.popFirst() }
    #expect((first, replaced) == (0, 3))
    #expect(rest == [1, 2, 9])
    #expect(line.isEmpty)
  }
}
