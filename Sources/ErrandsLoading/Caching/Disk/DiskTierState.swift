/// What is known of a cache's folder, as a value: the entries in the order of reading, and the bytes that are being
/// written. Events that need room, or find what is too old, answer with the entries whose files are to be removed.
struct DiskTierState: Sendable {
  struct Entry: Sendable, Equatable {
    let name: EntryName
    /// Of its body's file.
    let number: String
    var headSize: Int64
    let bodySize: Int64
    /// When it was last read, in seconds since 1970.
    var readAt: Int64
    /// The same as the entry's file says it.
    var notedAt: Int64
    /// When the server last confirmed it.
    var confirmedAt: Int64

    var size: Int64 { headSize + bodySize }
  }

  /// The time of a reading is written down after so many seconds at the earliest.
  static let notePeriod: Int64 = 60

  private var table: EntryTable<Entry>
  /// Bytes that this process is writing, and those that others are.
  private var reserved: Int64 = 0
  private var foreign: Int64 = 0
  private var storedSinceRefresh: Int64 = 0
  private var counts = CacheStatistics.Tier()
  /// Why nothing is stored at present.
  private(set) var failure: String?

  init(costLimit: Int64, ageLimit: Int64) {
    table = EntryTable(costLimit: costLimit, ageLimit: ageLimit)
  }

  var statistics: CacheStatistics.Tier {
    var statistics = counts
    (statistics.entries, statistics.bytes) = (table.count, table.cost)
    return statistics
  }

  /// The largest entry that is kept.
  var entryLimit: Int64 { table.costLimit / 2 }

  /// Another process, which knows nothing of what is stored here, may store as much until both look again: so the
  /// folder exceeds its limit by no more than this for each other process.
  var isRefreshDue: Bool { storedSinceRefresh > table.costLimit / 16 }

  // MARK: Reading

  /// The entries of the key that a name has, as far as they are known.
  func variants(of name: EntryName) -> [EntryName] {
    table.indices(of: name.key).compactMap { table[$0]?.name }
  }

  mutating func countMiss() { counts.misses += 1 }

  /// An entry has been read. One that is not known has been stored by another process, or has just had to go: it does not
  /// count, as it is not certain that it is there.
  ///
  /// - Returns: Whether that is to be written down.
  mutating func read(_ name: EntryName, number: String, at now: Int64) -> Bool {
    counts.hits += 1
    guard let index = index(of: name, number: number), var known = table[index] else { return true }
    known.readAt = now
    let isDue = known.notedAt > now || now - known.notedAt >= Self.notePeriod
    if isDue { known.notedAt = now }
    table.touch(index)
    table.update(index, to: known, cost: known.size, storedAt: known.confirmedAt)
    return isDue
  }

  /// Whether an entry that was confirmed then is too old. One from the future was stored while the clock was wrong.
  func isTooOld(confirmedAt: Int64, at now: Int64) -> Bool {
    (now - confirmedAt).magnitude > table.ageLimit.magnitude
  }

  // MARK: Storing

  /// Room for so many more bytes that are about to be written; nil where there is none, even without any entry.
  ///
  /// - Parameters:
  ///   - spare: What may be written on the disk; nil for any number of bytes.
  ///   - name: The entry whose head is about to be written anew. What has to go for it is any other entry: this one counts
  ///     as read.
  mutating func reserve(
    _ bytes: Int64,
    of spare: Int64? = nil,
    for name: EntryName? = nil
  ) -> [Entry]? {
    if let name, let index = index(of: name) { table.touch(index) }
    let lacking = spare.map { bytes - $0 } ?? 0
    guard failure == nil, reserved + foreign + bytes <= table.costLimit, lacking <= table.cost else {
      return nil
    }
    reserved += bytes
    return makeRoom(for: lacking)
  }

  mutating func release(_ bytes: Int64) { reserved -= bytes }

  /// What was written is an entry now, and its bytes are no longer reserved.
  mutating func commit(_ entry: Entry, reserved bytes: Int64, at now: Int64) -> [Entry] {
    reserved -= bytes
    storedSinceRefresh += bytes
    counts.stores += 1
    var removed = forget(entry.name, as: .replaced).map { [$0] } ?? []
    insert(entry)
    // Each look-up under the key reads all their heads.
    removed += remove(table.indices(of: entry.name.key).dropLast(MemoryTierState.variantLimit), as: .cost)
    return removed + expire(at: now) + makeRoom()
  }

  /// The head of an entry has been written anew. One of another process does not count before the next look at the folder.
  mutating func renew(
    _ name: EntryName,
    number: String,
    headSize: Int64,
    reserved bytes: Int64,
    at now: Int64
  ) {
    reserved -= bytes
    storedSinceRefresh += bytes
    guard let index = index(of: name, number: number), var entry = table[index] else { return }
    (entry.headSize, entry.readAt, entry.notedAt, entry.confirmedAt) = (headSize, now, now, now)
    table.touch(index)
    table.update(index, to: entry, cost: entry.size, storedAt: now)
  }

  /// Nothing can be stored, until the next look at the folder.
  mutating func fail(_ sentence: String) { failure = failure ?? sentence }

  // MARK: Removing

  mutating func expire(at now: Int64) -> [Entry] { remove(table.overdue(at: now), as: .age) }

  /// Nil where it was not known.
  @discardableResult
  mutating func forget(_ name: EntryName, number: String? = nil, as reason: CacheEviction) -> Entry? {
    index(of: name, number: number).flatMap { remove([$0], as: reason).first }
  }

  mutating func remove(_ group: CacheGroup, as reason: CacheEviction) -> [Entry] {
    switch (group, EntryName.prefix(of: group)) {
    case (.key, let prefix?): return remove(table.indices(of: prefix), as: reason)
    case (.address, let prefix?): return remove(table.indices(at: prefix), as: reason)
    default:
      let isMember = EntryName.isMember(of: group)
      return remove(
        table.inOrderOfReading.filter { table[$0].map { isMember($0.name) } ?? false },
        as: reason
      )
    }
  }

  // MARK: The folder

  /// The folder has been looked at. What other processes have stored, read and removed is known from then on; where the
  /// files do not tell which of two entries was read first, as their times are noted by the minute, this process's own
  /// order counts.
  ///
  /// - Parameter foreign: The bytes that belong to no entry. Those that this process is writing are among them, and are locked for it
  ///   as though by another: counted a second time, they drove out what was stored.
  mutating func refresh(_ listed: [Entry], foreign: Int64, spare: Int64? = nil, at now: Int64) -> [Entry] {
    self.foreign = max(0, foreign - reserved)
    storedSinceRefresh = 0
    failure = nil
    var order: [EntryName: (position: Int, entry: Entry)] = [:]
    for (position, index) in table.inOrderOfReading.enumerated() {
      if let entry = table[index] { order[entry.name] = (position, entry) }
    }
    let known = listed.map { listed -> Entry in
      guard let known = order[listed.name]?.entry, known.number == listed.number else { return listed }
      var entry = listed
      entry.readAt = max(known.readAt, listed.readAt)
      return entry
    }
    table = EntryTable(costLimit: table.costLimit, ageLimit: table.ageLimit)
    let sorted = known.map { ($0, order[$0.name]?.position ?? -1) }.sorted {
      ($0.0.readAt, $0.1) < ($1.0.readAt, $1.1)
    }
    for (entry, _) in sorted { insert(entry) }
    let future = table.inOrderOfReading.filter {
      isTooOld(confirmedAt: table[$0]?.confirmedAt ?? now, at: now)
    }
    let overdue = remove(future, as: .age) + expire(at: now)
    return overdue + makeRoom(for: -(spare ?? 0) - overdue.reduce(0) { $0 + $1.size })
  }

  // MARK: Parts

  @discardableResult
  private mutating func insert(_ entry: Entry) -> Int {
    if let index = index(of: entry.name) { table.remove(index) }
    return table.insert(
      entry,
      key: entry.name.key,
      address: entry.name.address,
      cost: entry.size,
      storedAt: entry.confirmedAt
    )
  }

  private func index(of name: EntryName, number: String? = nil) -> Int? {
    table.indices(of: name.key).first {
      table[$0]?.name == name && (number == nil || table[$0]?.number == number)
    }
  }

  /// - Parameter lacking: Bytes that the disk has not, whatever the limit; none where negative.
  private mutating func makeRoom(for lacking: Int64 = 0) -> [Entry] {
    var removed: [Entry] = []
    let least = table.cost - max(0, lacking)
    while table.cost > least || table.cost + reserved + foreign > table.costLimit, let coldest = table.coldest
    {
      removed += remove([coldest], as: .cost)
    }
    return removed
  }

  private mutating func remove(_ indices: some Collection<Int>, as reason: CacheEviction) -> [Entry] {
    guard !indices.isEmpty else { return [] }
    counts.evictions[reason, default: 0] += indices.count
    return indices.compactMap { table.remove($0) }
  }
}
