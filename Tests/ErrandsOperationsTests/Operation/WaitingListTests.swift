import Testing

@testable import ErrandsOperations

@Suite("A list of those who wait")
struct WaitingListTests {
  @Test("Keeps them in the order in which they came, whoever leaves")
  func order() {
    var list = WaitingList<String>()
    let numbers = ["a", "b", "c", "d"].map { list.append($0) }
    #expect(list.remove(numbers[1]) == "b")
    _ = list.append("e")
    #expect(list.elements == ["a", "c", "d", "e"] && list.count == 4)
    #expect(list.remove(numbers[0]) == "a" && list.remove(numbers[3]) == "d")
    #expect(list.elements == ["c", "e"])
  }

  /// One who leaves twice would otherwise take somebody else along.
  @Test("A number is given once, also when all have left or have been taken")
  func numbers() {
    var list = WaitingList<String>()
    let first = list.append("a")
    #expect(list.remove(first) == "a" && list.remove(first) == nil && list.isEmpty)
    let second = list.append("b")
    #expect(list.remove(first) == nil && list.removeAll() == ["b"] && list.remove(second) == nil)
    _ = list.append("c")
    #expect(list.remove(first) == nil && list.remove(second) == nil)
    #expect(list.removeAll() == ["c"] && list.isEmpty)
  }

  @Test("Everybody is found, in whatever order they leave")
  func anyOrder() {
    var list = WaitingList<Int>()
    var waiting = (0..<1_000).map { (value: $0, number: list.append($0)) }
    waiting.shuffle()
    while let (value, number) = waiting.popLast() {
      #expect(list.remove(number) == value)
      #expect(list.count == waiting.count)
    }
    #expect(list.isEmpty)
  }

  @Test("Who has left takes up no room")
  func room() {
    var list = WaitingList<Int>()
    let stays = list.append(-1)
    for round in 0..<100 {
      let numbers = (0..<100).map { list.append($0) }
      for number in numbers { #expect(list.remove(number) != nil) }
      #expect(list.capacity < 256, "after \(round) rounds")
    }
    #expect(list.elements == [-1] && list.remove(stays) == -1)
  }
}
