/// A list in the order of arrival, from which any element can be taken out again in constant time.
@usableFromInline
struct LinkedSlots<Element: Sendable>: Sendable {
  @usableFromInline typealias Index = SlotIndex

  @usableFromInline var slots = Slots<Element>()
  @usableFromInline var line = SlotLine()

  @inlinable
  init() {}

  @inlinable var count: Int { slots.count }

  @inlinable
  mutating func append(_ element: Element) -> Index {
    let index = slots.insert(element)
    line.append(index.slot, in: &slots)
    return index
  }

  /// The element, or nil where it has been removed. An element that has been removed is not put back.
  subscript(index: Index) -> Element? {
    get { slots.slot(of: index).flatMap { slots[$0] } }
    set { if let slot = slots.slot(of: index) { slots[slot] = newValue } }
  }

  /// The element, or nil where it has been removed before.
  @inlinable
  mutating func remove(_ index: Index) -> Element? {
    guard let slot = slots.slot(of: index) else { return nil }
    line.remove(slot, in: &slots)
    return slots.remove(slot)
  }
}

extension LinkedSlots: Sequence {
  /// The elements in the order of arrival.
  @usableFromInline
  struct Iterator: IteratorProtocol {
    @usableFromInline let slots: Slots<Element>
    @usableFromInline var slot: Int

    @inlinable
    init(_ list: LinkedSlots) {
      slots = list.slots
      slot = list.line.first
    }

    @inlinable
    mutating func next() -> Element? {
      guard slot >= 0 else { return nil }
      defer { slot = slots.slots[slot].next }
      return slots[slot]
    }
  }

  @inlinable
  func makeIterator() -> Iterator { Iterator(self) }
}
