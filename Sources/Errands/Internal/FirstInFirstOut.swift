/// First come, first served; every event takes constant time on average, and what has left leaves no room
/// behind.
@usableFromInline
package struct FirstInFirstOut<Element: Sendable>: Sendable {
  /// The front of the line, last one first.
  @usableFromInline var front: [Element] = []
  @usableFromInline var back: [Element] = []

  @inlinable
  package init() {}

  @inlinable package var isEmpty: Bool { front.isEmpty && back.isEmpty }
  @inlinable package var count: Int { front.count + back.count }

  @inlinable
  package mutating func append(_ element: Element) { back.append(element) }

  @inlinable
  package mutating func popFirst() -> Element? {
    if isEmpty { return nil }
    if front.isEmpty {
      front = back.reversed()
      back = []
    }
    return front.popLast()
  }
}
