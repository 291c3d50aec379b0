/// Deadlines by their order in time; among equals, first come first served. A binary heap: adding one and
/// taking the next cost O(log n).
struct DeadlineHeap<Instant: Comparable & Sendable>: Sendable {
  struct Entry: Sendable {
    let instant: Instant
    let number: UInt64

    static func < (left: Entry, right: Entry) -> Bool {
      (left.instant, left.number) < (right.instant, right.number)
    }
  }

  private(set) var entries: [Entry] = []

  var first: Entry? { entries.first }

  mutating func add(_ entry: Entry) {
    entries.append(entry)
    var child = entries.count - 1
    while child > 0 {
      let parent = (child - 1) / 2
      guard entries[child] < entries[parent] else { return }
      entries.swapAt(child, parent)
      child = parent
    }
  }

  mutating func removeFirst() {
    guard let last = entries.popLast(), !entries.isEmpty else { return }
    entries[0] = last
    sift(0)
  }

  /// Throws away what is not wanted any more.
  mutating func keep(_ isWanted: (UInt64) -> Bool) {
    entries.removeAll { !isWanted($0.number) }
    for parent in stride(from: entries.count / 2 - 1, through: 0, by: -1) { sift(parent) }
  }

  private mutating func sift(_ start: Int) {
    var parent = start
    while true {
      var least = parent
      for child in 2 * parent + 1...2 * parent + 2 where child < entries.count {
        if entries[child] < entries[least] { least = child }
      }
      guard least != parent else { return }
      entries.swapAt(least, parent)
      parent = least
    }
  }
}
