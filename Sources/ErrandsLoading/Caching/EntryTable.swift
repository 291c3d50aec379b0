/// What a tier holds, in the order of reading: entries with a cost, found by their key and by their address, and
/// bounded by a cost and by an age. A value, without a clock. Every event takes constant time on average, however many
/// entries there are.
///
/// Ages are kept by thirty-second parts of the limit, and the entries of a part go together, so that one may go by that
/// much before its time and none stays beyond it.
package struct EntryTable<Element: Sendable>: Sendable {
  package typealias Index = Int

  private struct Slot: Sendable {
    var element: Element?
    var key = ""
    var address = ""
    var cost: Int64 = 0
    var storedAt: Int64 = 0
    /// Numbers of slots in the order of reading; -1 where there is none.
    var previous = -1
    var next = -1
  }

  /// Longer than that is for ever, and would not fit when it is added to a time.
  private static var aCentury: Int64 { 3_155_760_000 }

  package let costLimit: Int64
  /// In seconds.
  let ageLimit: Int64
  private let granule: Int64

  package private(set) var cost: Int64 = 0
  package private(set) var count = 0
  private var slots: [Slot] = []
  private var free: [Index] = []
  /// The one whose reading is the longest time ago, and the one that was read last.
  private var first = -1
  private var last = -1
  private var indices: [String: [Index]] = [:]
  private var indicesByAddress: [String: Set<Index>] = [:]
  private var indicesByAge: [Int64: Set<Index>] = [:]
  /// No entry is too old before this time.
  private var nextExpiry = Int64.max

  package init(costLimit: Int64, ageLimit: Int64) {
    self.costLimit = costLimit
    self.ageLimit = min(max(0, ageLimit), Self.aCentury)
    granule = max(1, self.ageLimit / 32)
  }

  // MARK: Finding

  package subscript(index: Index) -> Element? { slots.indices.contains(index) ? slots[index].element : nil }

  /// The entries under a key.
  package func indices(of key: String) -> [Index] { indices[key] ?? [] }

  /// The entries of an address.
  func indices(at address: String) -> [Index] { indicesByAddress[address].map(Array.init) ?? [] }

  /// All entries, the one that was read last at the end. Takes time linear in their number.
  var inOrderOfReading: [Index] {
    var order: [Index] = []
    var index = first
    while index >= 0 {
      order.append(index)
      index = slots[index].next
    }
    return order
  }

  /// The entry whose reading is the longest time ago.
  package var coldest: Index? { first < 0 ? nil : first }

  /// Entries that are too old, or will be soon. Nothing is done where none can be.
  mutating func overdue(at now: Int64) -> [Index] {
    guard now > nextExpiry else { return [] }
    let old = indicesByAge.keys.filter { now - $0 * granule > ageLimit }
    return old.flatMap { indicesByAge[$0].map(Array.init) ?? [] }
  }

  // MARK: Changing

  /// Adds an entry as the one that was read last.
  @discardableResult
  package mutating func insert(_ element: Element, key: String, address: String, cost: Int64, storedAt: Int64)
    -> Index
  {
    let slot = Slot(element: element, key: key, address: address, cost: cost, storedAt: storedAt)
    let index: Index
    if let unused = free.popLast() {
      index = unused
      slots[index] = slot
    } else {
      index = slots.count
      slots.append(slot)
    }
    indices[key, default: []].append(index)
    indicesByAddress[address, default: []].insert(index)
    enter(index)
    link(index)
    count += 1
    self.cost += cost
    return index
  }

  /// The entry has been read.
  package mutating func touch(_ index: Index) {
    guard index != last else { return }
    unlink(index)
    link(index)
  }

  /// The entry has changed, and is as young as though it had been stored at this time.
  mutating func update(_ index: Index, to element: Element, cost: Int64, storedAt: Int64) {
    leave(index)
    self.cost += cost - slots[index].cost
    slots[index].element = element
    slots[index].cost = cost
    slots[index].storedAt = storedAt
    enter(index)
  }

  @discardableResult
  package mutating func remove(_ index: Index) -> Element? {
    guard let element = self[index] else { return nil }
    leave(index)
    unlink(index)
    let slot = slots[index]
    indices[slot.key]?.removeAll { $0 == index }
    if indices[slot.key]?.isEmpty == true { indices[slot.key] = nil }
    indicesByAddress[slot.address]?.remove(index)
    if indicesByAddress[slot.address]?.isEmpty == true { indicesByAddress[slot.address] = nil }
    cost -= slot.cost
    count -= 1
    slots[index] = Slot()
    free.append(index)
    return element
  }

  private mutating func enter(_ index: Index) {
    let part = part(of: slots[index].storedAt)
    indicesByAge[part, default: []].insert(index)
    nextExpiry = min(nextExpiry, part * granule + ageLimit)
  }

  private mutating func leave(_ index: Index) {
    let part = part(of: slots[index].storedAt)
    indicesByAge[part]?.remove(index)
    guard indicesByAge[part]?.isEmpty == true else { return }
    indicesByAge[part] = nil
    nextExpiry = indicesByAge.keys.min().map { $0 * granule + ageLimit } ?? .max
  }

  /// Rounded down, also before 1970.
  private func part(of time: Int64) -> Int64 {
    (time >= 0 ? time : time - granule + 1) / granule
  }

  private mutating func link(_ index: Index) {
    slots[index].previous = last
    slots[index].next = -1
    if last < 0 { first = index } else { slots[last].next = index }
    last = index
  }

  private mutating func unlink(_ index: Index) {
    let (previous, next) = (slots[index].previous, slots[index].next)
    if previous < 0 { first = next } else { slots[previous].next = next }
    if next < 0 { last = previous } else { slots[next].previous = previous }
  }
}
