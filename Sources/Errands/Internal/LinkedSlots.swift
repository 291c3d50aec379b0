/// A list in the order of arrival, from which any element can be taken out again in constant time: linked
/// slots in one array, used again when they have become free.
@usableFromInline
struct LinkedSlots<Element: Sendable>: Sendable {
  /// Where an element lies. It goes out of date with the removal of its element: the slot's next element has
  /// another one.
  @usableFromInline
  struct Index: Sendable, Hashable {
    @usableFromInline let slot: Int
    @usableFromInline let generation: UInt32

    @inlinable
    init(slot: Int, generation: UInt32) {
      self.slot = slot
      self.generation = generation
    }
  }

  @usableFromInline
  struct Slot: Sendable {
    @usableFromInline var element: Element?
    @usableFromInline var generation: UInt32
    @usableFromInline var previous: Int
    @usableFromInline var next: Int

    @inlinable
    init(_ element: Element?, generation: UInt32 = 0, previous: Int = -1, next: Int = -1) {
      self.element = element
      self.generation = generation
      self.previous = previous
      self.next = next
    }
  }

  @usableFromInline var slots: [Slot] = []
  /// Numbers of slots; -1 where there is none.
  @usableFromInline var first = -1
  @usableFromInline var last = -1
  /// The free slots, linked by `next`.
  @usableFromInline var free = -1
  @usableFromInline var count = 0

  @inlinable
  init() {}

  @inlinable
  mutating func append(_ element: Element) -> Index {
    let slot = free
    let index: Index
    if slot < 0 {
      index = Index(slot: slots.count, generation: 0)
      slots.append(Slot(element, previous: last))
    } else {
      index = Index(slot: slot, generation: slots[slot].generation)
      free = slots[slot].next
      slots[slot] = Slot(element, generation: index.generation, previous: last)
    }
    if last < 0 { first = index.slot } else { slots[last].next = index.slot }
    last = index.slot
    count += 1
    return index
  }

  /// The element, or nil where it has been removed. An element that has been removed is not put back.
  subscript(index: Index) -> Element? {
    get { isThere(index) ? slots[index.slot].element : nil }
    set { if isThere(index) { slots[index.slot].element = newValue } }
  }

  private func isThere(_ index: Index) -> Bool {
    index.slot < slots.count && slots[index.slot].generation == index.generation
  }

  /// The element, or nil where it has been removed before.
  @inlinable
  mutating func remove(_ index: Index) -> Element? {
    guard index.slot < slots.count, slots[index.slot].generation == index.generation,
      let element = slots[index.slot].element
    else { return nil }
    let (previous, next) = (slots[index.slot].previous, slots[index.slot].next)
    if previous < 0 { first = next } else { slots[previous].next = next }
    if next < 0 { last = previous } else { slots[next].previous = previous }
    slots[index.slot] = Slot(nil, generation: index.generation &+ 1, next: free)
    free = index.slot
    count -= 1
    return element
  }
}

extension LinkedSlots: Sequence {
  /// The elements in the order of arrival.
  @usableFromInline
  struct Iterator: IteratorProtocol {
    @usableFromInline let slots: [Slot]
    @usableFromInline var slot: Int

    @inlinable
    init(_ list: LinkedSlots) {
      slots = list.slots
      slot = list.first
    }

    @inlinable
    mutating func next() -> Element? {
      guard slot >= 0 else { return nil }
      defer { slot = slots[slot].next }
      return slots[slot].element
    }
  }

  @inlinable
  func makeIterator() -> Iterator { Iterator(self) }
}
