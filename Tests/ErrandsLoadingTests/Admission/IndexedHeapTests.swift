import ErrandsTesting
import Testing

@testable import ErrandsLoading

@Suite("A heap whose members can be moved and taken out")
struct IndexedHeapTests {
  @Test("The member of the least rank is first, as in a list that is sorted each time", arguments: 0..<20)
  func random(seed: UInt64) {
    var generator = Seeded(state: seed)
    var heap = IndexedHeap<Int, Int>()
    var list: [Int: Int] = [:]
    for _ in 0..<2_000 {
      let id = Int.random(in: 0..<60, using: &generator)
      if Int.random(in: 0..<3, using: &generator) == 0 {
        heap.remove(id)
        list[id] = nil
      } else {
        // Ranks are told apart by the member, or it would be open which of two equals is first.
        let rank = Int.random(in: 0..<50, using: &generator) * 100 + id
        heap.set(id, to: rank)
        list[id] = rank
      }
      #expect(heap.count == list.count)
      #expect(heap.isEmpty == list.isEmpty)
      #expect(heap.first?.rank == list.values.min())
      #expect(heap[id] == list[id])
    }
    #expect(Dictionary(uniqueKeysWithValues: heap.all.map { ($0.id, $0.rank) }) == list)
    var order: [Int] = []
    while let first = heap.first {
      order.append(first.rank)
      heap.remove(first.id)
    }
    #expect(order == list.values.sorted())
  }

  /// The last member was put in the place of the one that left, although it was that one.
  @Test("The last of all leaves an empty heap, and a stranger none the worse")
  func last() {
    var heap = IndexedHeap<String, Int>()
    heap.set("a", to: 1)
    heap.remove("b")
    #expect(heap.first?.id == "a")
    heap.remove("a")
    heap.remove("a")
    #expect(heap.isEmpty)
    #expect(heap.first?.id == nil)
    #expect(heap["a"] == nil)
  }

  @Test("A member that is put in twice is moved, and is in once")
  func twice() {
    var heap = IndexedHeap<String, Int>()
    heap.set("a", to: 1)
    heap.set("b", to: 2)
    heap.set("a", to: 3)
    #expect(heap.count == 2)
    #expect(heap.first?.id == "b")
  }
}
