import ErrandsTesting
import Testing

@testable import Errands

@Suite("Linked slots")
struct LinkedSlotsTests {
  @Test("Elements stay in the order of arrival, whichever are taken out")
  func order() {
    var slots = LinkedSlots<Int>()
    let indices = (0..<6).map { slots.append($0) }
    let removed = [indices[0], indices[3], indices[5]].map { slots.remove($0) }
    #expect(removed == [0, 3, 5])
    #expect(Array(slots) == [1, 2, 4])
    _ = slots.append(7)
    #expect(Array(slots) == [1, 2, 4, 7])
    #expect(slots.count == 4)
  }

  /// A slot is used again. A run that left its scope twice would have taken out whoever came after it.
  @Test("An index that was used does not take out the slot's next element")
  func outOfDate() {
    var slots = LinkedSlots<String>()
    let first = slots.append("first")
    var removed = [slots.remove(first)]
    _ = slots.append("second")
    removed.append(slots.remove(first))
    #expect(removed == ["first", nil])
    #expect(Array(slots) == ["second"])
  }

  @Test("What comes and goes uses the same room again")
  func room() {
    var slots = LinkedSlots<Int>()
    for number in 0..<1_000 {
      let (one, other) = (slots.append(number), slots.append(-number))
      _ = slots.remove(one)
      _ = slots.remove(other)
    }
    #expect(slots.slots.capacity == 2)
    #expect(slots.count == 0 && Array(slots).isEmpty)
  }

  /// Against the obvious way to do it, with a list that is searched.
  @Test("It does what a list does", arguments: [1, 2, 3] as [UInt64])
  func likeList(_ seed: UInt64) {
    var random = Seeded(state: seed)
    var slots = LinkedSlots<Int>()
    var list: [(LinkedSlots<Int>.Index, Int)] = []
    for number in 0..<2_000 {
      if list.isEmpty || random.next() % 5 < 3 {
        list.append((slots.append(number), number))
      } else {
        let (index, element) = list.remove(at: Int(random.next() % UInt64(list.count)))
        let removed = slots.remove(index)
        #expect(removed == element)
      }
    }
    #expect(Array(slots) == list.map(\.1))
  }
}
