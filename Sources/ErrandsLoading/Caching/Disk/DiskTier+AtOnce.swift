import Foundation

extension DiskTier {
  /// In bytes. To copy and verify a longer body would hold up who asks for longer than a thread takes to begin.
  static let mostAtOnce: Int64 = 64 << 10

  /// An entry that was read at once.
  struct Hit: Sendable {
    let head: CachedHead
    let data: Data
    fileprivate let name: EntryName
    fileprivate let number: String
  }

  /// What there is for a request, where the system has its files in memory: read here and now, without waiting for a disk or for
  /// anybody, so that it may be asked for anywhere. Of an entry out of the folder more than half the time was waiting for two
  /// threads to wake up.
  ///
  /// - Returns: Nil where there is anything else to be looked at: ``lookup(_:key:_:)`` does. What is found does not count, and is
  ///   not noted, before ``took(_:)``.
  func hitAtOnce(_ request: FetchRequest, key: String) -> Hit? {
    guard reads.isOpen, mayReadAtOnce.withLock({ $0 }) else { return nil }
    let plain = EntryName(CacheAddress(of: request), key: key, varying: [:])
    guard let names = state.withLockIfAvailable({ $0.variants(of: plain) }), !names.isEmpty else {
      return nil
    }
    do throws(FileError) {
      var newest: (record: EntryRecord, name: EntryName)?
      for name in names {
        guard let record = try folder.headAtOnce(name), record.key == key else { return nil }
        guard record.head.matches(request) else { continue }
        if newest.map({ $0.record.head.responseTime < record.head.responseTime }) ?? true {
          newest = (record, name)
        }
      }
      guard let newest, names.contains(plain) || folder.isAbsentAtOnce(plain) else { return nil }
      return try read(newest.record, newest.name)
    } catch {
      if error.isOfAnotherSystem { mayReadAtOnce.withLock { $0 = false } }
      return nil
    }
  }

  /// Nil where it is not what was written: the look that follows removes it.
  private func read(_ record: EntryRecord, _ name: EntryName) throws(FileError) -> Hit? {
    guard record.length <= Self.mostAtOnce else { return nil }
    let (file, now) = (try folder.bodyAtOnce(name, number: record.number), now())
    let facts = try file.facts()
    guard facts.size == record.length,
      state.withLockIfAvailable({ $0.isTooOld(confirmedAt: facts.modifiedAt, at: now) }) == false
    else { return nil }
    let data = try file.readAtOnce(Int(record.length))
    guard record.checksums.allSatisfy({ $0 == XXHash64.hash(data) }) else { return nil }
    return Hit(head: record.head, data: data, name: name, number: record.number)
  }

  /// What was found has been given.
  func took(_ hit: Hit) {
    let now = now()
    let isNoteDue = state.withLockIfAvailable { $0.read(hit.name, number: hit.number, at: now) }
    if isNoteDue == false { return }
    reads.start { [self] in
      if isNoteDue ?? state.withLock({ $0.read(hit.name, number: hit.number, at: now) }) {
        folder.setRead(hit.name, at: now)
      }
    }
  }
}
