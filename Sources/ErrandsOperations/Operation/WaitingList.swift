/// Waiters in the order in which they came. Each can leave again, in logarithmic time, and leaves no room behind: of
/// 200,000 tasks that had given up waiting for an operation, 59 MB stayed until it ended.
struct WaitingList<Element: Sendable>: Sendable {
  /// Identifies a waiter, from 1. It is never given to another one.
  typealias Number = Int

  private struct Entry: Sendable {
    let number: Number
    /// Nil where it has left.
    var element: Element?
  }

  /// In the order of their numbers.
  private var entries: [Entry] = []
  private var last = 0
  private var gaps = 0

  var isEmpty: Bool { entries.isEmpty }
  var count: Int { entries.count - gaps }
  var elements: [Element] { entries.compactMap(\.element) }
  /// What it takes up, for the tests of what is left behind.
  var capacity: Int { entries.capacity }

  mutating func append(_ element: Element) -> Number {
    last += 1
    entries.append(Entry(number: last, element: element))
    return last
  }

  /// The waiter with this number, to be freed where no lock is held; nil where it has left.
  mutating func remove(_ number: Number) -> Element? {
    guard let place = place(of: number), let element = entries[place].element.take() else { return nil }
    gaps += 1
    // So that a gap is moved once, on average, and a list never takes up more than twice its room.
    if gaps * 2 > entries.count { closeGaps() }
    return element
  }

  /// Takes all of them out.
  mutating func removeAll() -> [Element] {
    defer { (entries, gaps) = ([], 0) }
    return elements
  }

  /// Takes those out that are asked for.
  mutating func removeAll(where isWanted: (Element) -> Bool) -> [Element] {
    let removed = elements.filter(isWanted)
    if !removed.isEmpty {
      entries.removeAll { entry in entry.element.map(isWanted) ?? true }
      gaps = 0
    }
    return removed
  }

  private mutating func closeGaps() {
    entries = entries.filter { $0.element != nil }
    gaps = 0
  }

  private func place(of number: Number) -> Int? {
    var (low, high) = (0, entries.count)
    while low < high {
      let middle = low + (high - low) / 2
      if entries[middle].number < number { low = middle + 1 } else { high = middle }
    }
    return low < entries.count && entries[low].number == number ? low : nil
  }
}
