/// Room for the works of a queue: a slot is found, taken and given back in constant time.
///
/// Slots that have been given back are used again, and all of them are freed when a long queue has emptied.
struct WorkSlots<Work: Sendable>: Sendable {
  /// Where a work is on its way.
  enum Phase: Sendable {
    /// The slot is free; `next` is the next free one.
    case free
    /// Kept for a work that has not entered yet.
    case reserved
    /// Waits for so many dependencies, in no line.
    case blocked(by: Int)
    /// Waits in the line of its priority, between `previous` and `next`.
    case waiting
    /// Has a place.
    case running
  }

  struct Slot: Sendable {
    var number: UInt64
    var phase: Phase
    var priority: WorkPriority
    var work: Work?
    var previous: Int?
    var next: Int?
  }

  private var slots: [Slot] = []
  private var firstFree: Int?
  private var lastNumber: UInt64 = 0
  private var count = 0

  /// How many slots there are, free ones among them.
  var capacity: Int { slots.count }
  var indices: Range<Int> { slots.indices }

  subscript(index: Int) -> Slot {
    _read { yield slots[index] }
    _modify { yield &slots[index] }
  }

  func id(at index: Int) -> WorkID {
    WorkID(index: index, number: slots[index].number)
  }

  /// Nil where the work has left.
  func index(of id: WorkID) -> Int? {
    guard slots.indices.contains(id.index), slots[id.index].number == id.number else {
      return nil
    }
    return id.index
  }

  mutating func take() -> WorkID {
    lastNumber += 1
    count += 1
    guard let index = firstFree else {
      slots.append(Slot(number: lastNumber, phase: .reserved, priority: .normal))
      return WorkID(index: slots.count - 1, number: lastNumber)
    }
    firstFree = slots[index].next
    slots[index] = Slot(number: lastNumber, phase: .reserved, priority: .normal)
    return WorkID(index: index, number: lastNumber)
  }

  /// Answers with the work, to be freed outside the lock.
  mutating func giveBack(_ index: Int) -> Work? {
    let work = slots[index].work
    // No id bears the number 0.
    slots[index] = Slot(number: 0, phase: .free, priority: .normal, next: firstFree)
    firstFree = index
    count -= 1
    if count == 0, slots.count > 1_024 {
      slots = []
      firstFree = nil
    }
    return work
  }
}

/// The works of one priority that wait, first come first served: a linked list over the slots, so that a work
/// in the middle leaves in constant time.
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
