/// First come, first served; every event takes constant time on average, and what has left leaves room for a few
/// behind, and no more.
@usableFromInline
package struct FirstInFirstOut<Element> {
  // One array: an empty one is part of every run.
  @usableFromInline var elements: [Element?] = []
  /// The elements before it have left.
  @usableFromInline var first = 0

  /// So many elements are not worth a new array.
  @inlinable static var shortLine: Int { 4 }

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
    if first == elements.count {
      // A short line that is filled and emptied by turns keeps its room.
      elements.removeAll(keepingCapacity: elements.count <= Self.shortLine)
      first = 0
    } else if first >= Self.shortLine, first * 2 >= elements.count {
      // Moved up when half of the array is free: each element once for each that has left.
      elements = Array(elements[first...])
      first = 0
    }
    return element
  }

  /// Puts an element in the place of the last one, which is given back. There must be one.
  package mutating func replaceLast(with element: Element) -> Element? {
    defer { elements.append(element) }
    return elements.removeLast()
  }
}

extension FirstInFirstOut: Sendable where Element: Sendable {}
