/// Members by rank, the least first, each of which can be moved and taken out by its ID. A binary heap that knows
/// where each member lies: every change costs O(log n), and what has been taken out leaves no entry behind.
struct IndexedHeap<ID: Hashable & Sendable, Rank: Comparable & Sendable>: Sendable {
  struct Entry: Sendable {
    let id: ID
    var rank: Rank
  }

  private var entries: [Entry] = []
  private var positions: [ID: Int] = [:]

  init() {}

  var isEmpty: Bool { entries.isEmpty }
  var count: Int { entries.count }
  /// The member of the least rank.
  var first: Entry? { entries.first }
  /// All members, in no order.
  var all: [Entry] { entries }

  subscript(id: ID) -> Rank? { positions[id].map { entries[$0].rank } }

  /// Takes the member in, or moves it to another rank.
  mutating func set(_ id: ID, to rank: Rank) {
    let position = positions[id] ?? entries.count
    if position == entries.count {
      entries.append(Entry(id: id, rank: rank))
    } else {
      entries[position].rank = rank
    }
    settle(position)
  }

  /// Takes the member out. No effect where it is not in.
  mutating func remove(_ id: ID) {
    guard let position = positions.removeValue(forKey: id), let last = entries.popLast() else { return }
    guard position < entries.count else { return }
    entries[position] = last
    settle(position)
  }

  /// The entry at this position may be too far from the top, or too near.
  private mutating func settle(_ start: Int) {
    let entry = entries[start]
    var position = start
    while position > 0, entry.rank < entries[(position - 1) / 2].rank {
      put(entries[(position - 1) / 2], at: position)
      position = (position - 1) / 2
    }
    while let child = leastChild(of: position), entries[child].rank < entry.rank {
      put(entries[child], at: position)
      position = child
    }
    put(entry, at: position)
  }

  private mutating func put(_ entry: Entry, at position: Int) {
    entries[position] = entry
    positions[entry.id] = position
  }

  private func leastChild(of position: Int) -> Int? {
    let (left, right) = (2 * position + 1, 2 * position + 2)
    guard left < entries.count else { return nil }
    return right < entries.count && entries[right].rank < entries[left].rank ? right : left
  }
}
