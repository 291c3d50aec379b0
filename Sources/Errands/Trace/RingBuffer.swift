/// The newest elements, up to a capacity; an element too many takes the place of the oldest.
struct RingBuffer<Element: Sendable>: Sendable {
  let capacity: Int
  /// How many were ever added.
  private(set) var total = 0
  private var storage: [Element] = []
  private var oldest = 0

  init(capacity: Int) {
    precondition(capacity > 0, "a ring without a place holds nothing")
    self.capacity = capacity
  }

  /// Oldest first.
  var elements: [Element] { Array(storage[oldest...] + storage[..<oldest]) }

  /// Adds an element in constant time.
  ///
  /// - Returns: What had to make room, so that the caller may let go of it outside a lock.
  mutating func append(_ element: Element) -> Element? {
    total += 1
    guard storage.count == capacity else {
      storage.append(element)
      return nil
    }
    let removed = storage[oldest]
    storage[oldest] = element
    oldest = (oldest + 1) % capacity
    return removed
  }
}
