/// Room for elements that come and go: a slot of one array is taken and given back in constant time.
///
/// Slots that have been given back are used again, and all of them are freed when a long row has emptied.
@usableFromInline
struct Slots<Element: Sendable>: Sendable {
  @usableFromInline
  struct Slot: Sendable {
    @usableFromInline var element: Element?
    /// Of the index that finds the element; 0, which no index has, where the slot is free.
    @usableFromInline var number: UInt64
    /// The neighbours in the slot's ``SlotLine``, or -1. Of a free slot `next` is the next free one.
    @usableFromInline var previous = -1
    @usableFromInline var next = -1

    @inlinable
    init(_ element: Element?, number: UInt64, next: Int = -1) {
      self.element = element
      self.number = number
      self.next = next
    }

    @inlinable
    mutating func link(behind last: Int) { (previous, next) = (last, -1) }
  }

  @usableFromInline var slots: [Slot] = []
  @usableFromInline var free = -1
  @usableFromInline var lastNumber: UInt64 = 0
  @usableFromInline var count = 0

  @inlinable
  init() {}

  /// How many slots there are, free ones among them.
  @inlinable var capacity: Int { slots.count }

  @inlinable
  mutating func insert(_ element: Element) -> SlotIndex {
    lastNumber += 1
    count += 1
    let slot = free
    guard slot >= 0 else {
      slots.append(Slot(element, number: lastNumber))
      return SlotIndex(slot: slots.count - 1, number: lastNumber)
    }
    free = slots[slot].next
    slots[slot] = Slot(element, number: lastNumber)
    return SlotIndex(slot: slot, number: lastNumber)
  }

  /// The slot of an element; nil where the element has been removed.
  @inlinable
  func slot(of index: SlotIndex) -> Int? {
    guard index.slot < slots.count, slots[index.slot].number == index.number else { return nil }
    return index.slot
  }

  @inlinable
  func index(at slot: Int) -> SlotIndex { SlotIndex(slot: slot, number: slots[slot].number) }

  /// The element of a slot, or nil where it is free.
  @inlinable
  subscript(slot: Int) -> Element? {
    _read { yield slots[slot].element }
    _modify { yield &slots[slot].element }
  }

  /// Gives the slot of an element back. It must be in no line any more.
  @inlinable
  mutating func remove(_ slot: Int) -> Element? {
    guard let element = slots[slot].element.take() else { return nil }
    slots[slot] = Slot(nil, number: 0, next: free)
    free = slot
    count -= 1
    if count == 0, slots.count > 1_024 {
      slots = []
      free = -1
    }
    return element
  }
}

/// By what an element is found. Its number is never given to another element, so that an index that is used too late
/// finds nothing.
@usableFromInline
package struct SlotIndex: Sendable, Hashable {
  @usableFromInline let slot: Int
  @usableFromInline let number: UInt64

  @inlinable
  init(slot: Int, number: UInt64) {
    self.slot = slot
    self.number = number
  }
}

/// Some of the elements in slots, in the order of arrival: linked, so that one in the middle leaves in constant time.
@usableFromInline
struct SlotLine: Sendable {
  /// Numbers of slots; -1 where there is none.
  @usableFromInline var first = -1
  @usableFromInline var last = -1

  @inlinable
  init() {}

  @inlinable
  mutating func append<Element>(_ slot: Int, in slots: inout Slots<Element>) {
    slots.slots[slot].link(behind: last)
    if last < 0 { first = slot } else { slots.slots[last].next = slot }
    last = slot
  }

  @inlinable
  mutating func remove<Element>(_ slot: Int, in slots: inout Slots<Element>) {
    let (previous, next) = (slots.slots[slot].previous, slots.slots[slot].next)
    if previous < 0 { first = next } else { slots.slots[previous].next = next }
    if next < 0 { last = previous } else { slots.slots[next].previous = previous }
  }

  /// The slots, first to last.
  func all<Element>(in slots: Slots<Element>) -> some Sequence<Int> {
    sequence(state: first) { slot in
      defer { if slot >= 0 { slot = slots.slots[slot].next } }
      return slot < 0 ? nil : slot
    }
  }
}
