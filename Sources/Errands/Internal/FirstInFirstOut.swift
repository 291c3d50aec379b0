/// First come, first served; every event takes constant time on average, and what has left leaves no room
/// behind.
@usableFromInline
package struct FirstInFirstOut<Element: Sendable>: Sendable {
  // One array: an empty one is part of every run.
  @usableFromInline var elements: [Element?] = []
  /// The elements before it have left.
  @usableFromInline var first = 0

  @inlinable
  package init() {}

  @inlinable package var isEmpty: Bool { count == 0 }
  @inlinable package var count: Int { elements.count - first }

  @inlinable
  package mutating func append(_ element: Element) { elements.append(element) }

  @inlinable
  package mutating func popFirst() -> Element? {
    if isEmpty { return nil }
    let element = elements[first].take()
    first += 1
    // Moved up when half of the array is free: each element once for each that has left.
    if first * 2 >= elements.count {
      elements = Array(elements[first...])
      first = 0
    }
    return element
  }
}
