import Dispatch
import Errands
import Foundation

/// Whole answers in the files of one folder, which several processes may share: see ``EntryFolder`` for how they are
/// written and ``DiskTierState`` for which of them go.
///
/// Files are read on as many threads as it takes and written on one, none of which belongs to a task. All processes that share a
/// folder look at it when they begin, from time to time, and when they have stored a sixteenth of the limit; between
/// two looks they find what others have stored, where it does not vary, and do not count it.
final class DiskTier: Sendable {
  enum Lookup: Sendable {
    case found(CachedHead, CachedBody)
    /// What is there belongs to requests with other fields.
    case otherVariants
    case nothing
  }

  let folder: EntryFolder
  let state: Lock<DiskTierState>
  let reads = DiskReads()
  /// Whether the system can tell what it has of a file in memory, as far as is known.
  let mayReadAtOnce = Lock(true)
  /// Looks at the folder first of all.
  let writing = DispatchQueue(label: "errands.cache.writing")
  let now: @Sendable () -> Int64
  private let minimumFree: Int64
  private let clock: any Clock<Duration>
  /// Another look at a folder that has failed. Two values: what calls it off is known only when it may have been called already, and
  /// where it was kept behind that, nobody looked again.
  private struct AnotherLook: Sendable {
    /// Whether there is going to be one.
    var isDue = false
    var call: (any Cancellable)?
  }

  private let anotherLook = Lock(AnotherLook())

  /// - Parameters:
  ///   - costLimit: In bytes of all files.
  ///   - minimumFree: What is left free of the disk, in bytes, or an eighth of a small one.
  ///   - ageLimit: In seconds since an answer came or was confirmed.
  ///   - clock: What the time until another look at a folder that has failed is measured by.
  ///   - now: Seconds since 1970.
  init(
    folder: URL,
    costLimit: Int64,
    minimumFree: Int64 = 0,
    ageLimit: Int64,
    clock: any Clock<Duration> = ContinuousClock(),
    now: @escaping @Sendable () -> Int64
  ) {
    self.folder = EntryFolder(path: folder.path)
    state = Lock(DiskTierState(costLimit: costLimit, ageLimit: ageLimit))
    self.now = now
    self.minimumFree = minimumFree
    self.clock = clock
    writing.async {
      self.refresh()
      self.reads.open()
    }
  }

  deinit { anotherLook.withLock { $0.call }?.cancel() }

  var statistics: CacheStatistics.Tier { state.withLock { $0.statistics } }
  /// Why nothing is stored at present.
  var failure: String? { state.withLock { $0.failure } }

  // MARK: Calls

  /// - Parameter answer: Called once, on a thread that may block.
  func lookup(_ request: FetchRequest, key: String, _ answer: @escaping @Sendable (Lookup) -> Void) {
    reads.start { answer(self.lookupNow(request, key: key)) }
  }

  /// Begins an entry; nil where nothing can be stored, or not so much.
  ///
  /// - Parameter mayCommit: Asked before the entry can be found.
  func writer(
    _ head: CachedHead,
    to request: FetchRequest,
    key: String,
    mayCommit: @escaping @Sendable () -> Bool = { true }
  ) -> DiskWriter? {
    let (failure, limit) = state.withLock { ($0.failure, $0.entryLimit) }
    guard failure == nil, head.head.contentLength ?? 0 <= limit else { return nil }
    let name = EntryName(CacheAddress(of: request), key: key, varying: head.varying)
    return DiskWriter(
      EntryWriting(tier: self, name: name, key: key, head: head, limit: limit, mayCommit: mayCommit)
    )
  }

  /// Writes down that the server has confirmed an entry. No effect where another answer has been stored meanwhile.
  func renew(_ old: CachedHead, to new: CachedHead, for request: FetchRequest, key: String) async {
    let name = EntryName(CacheAddress(of: request), key: key, varying: old.varying)
    await on(writing) { self.renewNow(name, old, to: new) }
  }

  /// Looks at the folder: sweeps what is too old, too much, or left over from a process that has died, and learns what
  /// the other processes have done. Storing is tried again where it had failed.
  func sweep() async { await on(writing) { self.refresh() } }

  /// The same, soon.
  func startSweep() { writing.async { self.refresh() } }

  /// Removes the entries of a group, those of other processes as well. Takes time linear in the number of files, but for a key in its
  /// place, whose variants that only other processes know stay.
  func remove(_ group: CacheGroup, as reason: CacheEviction) async {
    await on(writing) {
      self.removeFiles(self.state.withLock { $0.remove(group, as: reason) })
      if case .key(let key, let place) = group {
        let plain = EntryName(place, key: key, varying: [:])
        guard case .record(let record, _) = self.folder.head(plain) else { return }
        return self.folder.removeEntry(plain, number: record.number)
      }
      let (files, isMember) = ((try? self.folder.files()) ?? [], EntryName.isMember(of: group))
      self.folder.remove(files.filter { isMember($0.name) })
      if case .address(let address) = group { self.removeKeyed(files, at: address, as: reason) }
    }
  }

  /// The heads of the entries at the address's host are read that are under keys of the caller's: their names do not tell an address.
  private func removeKeyed(_ files: [EntryFile], at address: CacheAddress, as reason: CacheEviction) {
    let isAtHost = EntryName.isMember(of: .host(address.host))
    for case .head(let name) in files where name.isKeyed && isAtHost(name) {
      guard case .record(let record, _) = folder.head(name), CacheAddress(record.head.head.url) == address
      else { continue }
      discard(name, number: record.number, as: reason)
    }
  }

  // MARK: Parts

  /// What may still be written on the disk; nil where nothing is to be left free, or the file system does not say.
  var spare: Int64? {
    minimumFree > 0 ? FreeSpace.bytes(in: folder.path, beyond: minimumFree) : nil
  }

  /// Storing has failed, and is given up until the next look at the folder, ten seconds later: somebody may have made room.
  func fail(_ sentence: String) {
    state.withLock { $0.fail(sentence) }
    let isFirst = anotherLook.withLock { look in
      defer { look.isDue = true }
      return !look.isDue
    }
    guard isFirst else { return }
    let call = clock.call(after: .seconds(10)) { [weak self] in
      self?.anotherLook.withLock { $0.isDue = false }
      self?.startSweep()
    }
    anotherLook.withLock { $0.call = call }
  }

  /// - Parameter current: An entry that has just been written, in place of one under the same name.
  func removeFiles(_ entries: [DiskTierState.Entry], except current: EntryName? = nil) {
    for entry in entries {
      if entry.name == current {
        folder.remove(.body(entry.name, number: entry.number))
      } else {
        folder.removeEntry(entry.name, number: entry.number)
      }
    }
  }

  /// Work that blocks, on a queue that may be blocked. Cancellation does not cut it short: what it answers has to be
  /// taken. Nil where the queue has thrown the work away, which Dispatch does not do.
  @discardableResult
  func on<Answer: Sendable>(
    _ queue: DispatchQueue,
    _ work: @escaping @Sendable () -> Answer
  ) async -> Answer? {
    await told { tell in queue.async { tell(work()) } }
  }
}
