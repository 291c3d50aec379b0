import Foundation

/// Whole answers in memory, as a value: by key, several variants each (RFC 9111, section 4.1).
///
/// What is removed is handed out, so that it is freed outside of the lock.
struct MemoryTierState: Sendable {
  struct Entry: Sendable {
    let address: CacheAddress
    var head: CachedHead
    let body: Data
  }

  enum Lookup: Sendable {
    case found(CachedHead, Data)
    /// What is there belongs to requests with other fields.
    case otherVariants
    case nothing
  }

  /// More variants of one key than this make every lookup under it slow.
  static let variantLimit = 16

  private var table: EntryTable<Entry>
  private var time = ElapsedTime()
  private var counts = CacheStatistics.Tier()

  init(costLimit: Int64, ageLimit: Int64) {
    table = EntryTable(costLimit: costLimit, ageLimit: ageLimit)
  }

  var statistics: CacheStatistics.Tier {
    var statistics = counts
    (statistics.entries, statistics.bytes) = (table.count, table.cost)
    return statistics
  }

  /// The largest entry that is kept: a few large ones must not drive out all others.
  var entryLimit: Int64 { table.costLimit / 4 }

  // MARK: Events

  /// - Parameter counts: False where the caller may look once more for the same request, and counts a hit itself.
  mutating func lookup(
    _ request: FetchRequest,
    key: String,
    counts isCounted: Bool = true,
    at now: Int64
  ) -> (Lookup, removed: [Entry]) {
    let removed = expire(at: now)
    let variants = table.indices(of: key)
    guard let index = newest(variants, for: request) else {
      let found = variants.isEmpty ? Lookup.nothing : .otherVariants
      if isCounted { count(found) }
      return (found, removed)
    }
    table.touch(index)
    let found = table[index].map { Lookup.found($0.head, $0.body) } ?? .nothing
    if isCounted { count(found) }
    return (found, removed)
  }

  mutating func count(_ lookup: Lookup) {
    if case .found = lookup { counts.hits += 1 } else { counts.misses += 1 }
  }

  /// An answer to the request has come. It takes the place of those that would have answered the request before, also where it is
  /// too large to be kept itself.
  ///
  /// - Parameter age: How many seconds ago it came, of a copy of what is somewhere else: that does not take the place of what came
  ///   later. Nil for one that came now.
  mutating func store(
    _ head: CachedHead,
    _ body: Data?,
    to request: FetchRequest,
    key: String,
    age: Int64?,
    at now: Int64
  ) -> (isStored: Bool, removed: [Entry]) {
    var removed = expire(at: now)
    let variants = table.indices(of: key)
    let replaced = variants.filter { table[$0]?.head.matches(request) ?? false }
    let latest = replaced.compactMap { table[$0]?.head.responseTime }.max()
    if age != nil, let latest, latest >= head.responseTime { return (false, removed) }
    removed += remove(replaced, as: .replaced)
    let age = max(0, age ?? 0)
    guard let body, age <= table.ageLimit else { return (false, removed) }
    let cost = Self.cost(of: head, body, key: key)
    guard cost <= entryLimit else { return (false, removed) }
    if variants.count - replaced.count >= Self.variantLimit, let oldest = table.indices(of: key).first {
      removed += remove([oldest], as: .cost)
    }
    removed += makeRoom(cost)
    // Under a key of the caller's, the address that was asked for may be another one than that of a copy.
    let entry = Entry(address: CacheAddress(head.head.url), head: head, body: body)
    let storedAt = time.seconds - age
    table.insert(entry, key: key, address: entry.address.url, cost: cost, storedAt: storedAt)
    counts.stores += 1
    return (true, removed)
  }

  /// The server has confirmed an answer. No effect where another one has been stored meanwhile.
  mutating func renew(_ old: CachedHead, to new: CachedHead, key: String, at now: Int64) -> [Entry] {
    var removed = expire(at: now)
    guard let index = table.indices(of: key).first(where: { table[$0]?.head == old }),
      var entry = table[index]
    else { return removed }
    entry.head = new
    let cost = Self.cost(of: new, entry.body, key: key)
    guard cost <= entryLimit else { return removed + remove([index], as: .cost) }
    table.touch(index)
    table.update(index, to: entry, cost: cost, storedAt: time.seconds)
    removed += makeRoom(0)
    return removed
  }

  /// Removes what is too old.
  mutating func expire(at now: Int64) -> [Entry] {
    time.advance(to: now)
    return remove(table.overdue(at: time.seconds), as: .age)
  }

  mutating func remove(_ group: CacheGroup, as reason: CacheEviction) -> [Entry] {
    switch group {
    case .key(let key, _), .named(let key): remove(table.indices(of: key), as: reason)
    case .address(let address): remove(table.indices(at: address.url), as: reason)
    case .host(let host):
      remove(table.inOrderOfReading.filter { table[$0]?.address.host == host.lowercased() }, as: reason)
    case .all: remove(table.inOrderOfReading, as: reason)
    }
  }

  // MARK: Parts

  /// Where several would do, the one that came last (RFC 9111, section 4.1).
  private func newest(_ variants: [Int], for request: FetchRequest) -> Int? {
    variants.filter { table[$0]?.head.matches(request) ?? false }
      .max { (table[$0]?.head.responseTime ?? 0) < (table[$1]?.head.responseTime ?? 0) }
  }

  private mutating func makeRoom(_ cost: Int64) -> [Entry] {
    var removed: [Entry] = []
    while table.cost + cost > table.costLimit, let coldest = table.coldest {
      removed += remove([coldest], as: .cost)
    }
    return removed
  }

  private mutating func remove(_ indices: [Int], as reason: CacheEviction) -> [Entry] {
    guard !indices.isEmpty else { return [] }
    counts.evictions[reason, default: 0] += indices.count
    return indices.compactMap { table.remove($0) }
  }

  private static func cost(of head: CachedHead, _ body: Data, key: String) -> Int64 {
    Int64(body.count + head.byteCount + key.utf8.count)
  }
}
