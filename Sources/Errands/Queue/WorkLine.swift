/// The works of one priority that wait, first come first served: a linked list over the slots, so that one in
/// the middle leaves in constant time.
struct WorkLine: Sendable {
  private(set) var first: Int?
  private var last: Int?

  mutating func append<Work>(_ index: Int, in slots: inout WorkSlots<Work>) {
    slots[index].previous = last
    slots[index].next = nil
    if let last { slots[last].next = index } else { first = index }
    last = index
  }

  mutating func remove<Work>(_ index: Int, in slots: inout WorkSlots<Work>) {
    let (previous, next) = (slots[index].previous, slots[index].next)
    if let previous { slots[previous].next = next } else { first = next }
    if let next { slots[next].previous = previous } else { last = previous }
    slots[index].previous = nil
    slots[index].next = nil
  }
}
