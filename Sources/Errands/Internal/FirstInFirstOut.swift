/// First come, first served; every event takes constant time on average, and what has left leaves no room
/// behind.
package struct FirstInFirstOut<Element: Sendable>: Sendable {
  /// The front of the line, last one first.
  private var front: [Element] = []
  private var back: [Element] = []

  package init() {}

  package var isEmpty: Bool { front.isEmpty && back.isEmpty }
  package var count: Int { front.count + back.count }

  package mutating func append(_ element: Element) { back.append(element) }

  package mutating func popFirst() -> Element? {
    if isEmpty { return nil }
    if front.isEmpty {
      front = back.reversed()
      back = []
    }
    return front.popLast()
  }
}
