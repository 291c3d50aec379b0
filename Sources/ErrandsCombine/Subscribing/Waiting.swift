/// Values in the order of their arrival.
struct Waiting<Element> {
  /// Values that have been taken out are nil until half of all are.
  private var elements: [Element?] = []
  private var first = 0

  var count: Int { elements.count - first }
  var isEmpty: Bool { count == 0 }

  mutating func append(_ element: Element) {
    elements.append(element)
  }

  /// Puts it in the place of the last one, and answers with that.
  mutating func replaceLast(with element: Element) -> Element? {
    defer { elements.append(element) }
    return elements.removeLast()
  }

  mutating func popFirst() -> Element? {
    guard !isEmpty else { return nil }
    let element = elements[first].take()
    first += 1
    if first == elements.count {
      elements.removeAll(keepingCapacity: true)
      first = 0
    } else if first > 64, first * 2 > elements.count {
      elements.removeFirst(first)
      first = 0
    }
    return element
  }
}
