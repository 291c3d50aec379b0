import Foundation

extension DiskTier {
  /// A body of up to so many bytes is read and verified before its head is given; a larger one block by block, each
  /// before it is given.
  static let smallBody: Int64 = 1 << 20

  private struct Found {
    let record: EntryRecord
    let name: EntryName
  }

  func lookupNow(_ request: FetchRequest, key: String) -> Lookup {
    let plain = EntryName(CacheAddress(of: request), key: key, varying: [:])
    var names = state.withLock { $0.variants(of: plain) }
    // Another process may have stored it since the last look at the folder.
    if !names.contains(plain) { names.append(plain) }
    let found = names.compactMap { find($0, key: key) }
    let matching = found.filter { $0.record.head.matches(request) }
    // Where several would do, the one that came last (RFC 9111, section 4.1).
    if let newest = matching.max(by: { $0.record.head.responseTime < $1.record.head.responseTime }),
      let answer = open(newest) ?? replacement(of: newest, for: request, key: key).flatMap(open)
    {
      return answer
    }
    state.withLock { $0.countMiss() }
    return found.isEmpty || !matching.isEmpty ? .nothing : .otherVariants
  }

  /// What has taken the place of an entry since its head was read.
  private func replacement(of found: Found, for request: FetchRequest, key: String) -> Found? {
    find(found.name, key: key).flatMap { $0.record.head.matches(request) ? $0 : nil }
  }

  /// What the head's file says; nil where there is none of this key.
  private func find(_ name: EntryName, key: String) -> Found? {
    switch folder.head(name) {
    case .record(let record, _) where record.key == key: return Found(record: record, name: name)
    case .record, .damaged: discard(name, number: nil, as: .damaged)
    // Removed by another process.
    case .absent: state.withLock { _ = $0.forget(name, as: .purged) }
    case .unreadable: break
    }
    return nil
  }

  /// An entry with its body, whose reading is noted; nil where it cannot be had. The head is that of this body: another one
  /// may have taken its place by now.
  private func open(_ found: Found) -> Lookup? {
    let (record, now) = (found.record, now())
    do throws(FileError) {
      let file = try folder.body(found.name, number: record.number)
      let facts = try file.facts()
      guard facts.size == record.length else {
        discard(found.name, number: record.number, as: .damaged)
        return nil
      }
      guard !state.withLock({ $0.isTooOld(confirmedAt: facts.modifiedAt, at: now) }) else {
        discard(found.name, number: record.number, as: .age)
        return nil
      }
      let body = DiskBody(file, record, name: found.name, tier: self)
      guard record.length > Self.smallBody else {
        guard let data = body.whole() else { return nil }
        note(found, at: now)
        return .found(record.head, .data(data))
      }
      note(found, at: now)
      return .found(record.head, .file(body, 0..<record.length))
    } catch {
      // The head may have been written anew meanwhile, with another body. Else it is left over: another process has removed
      // the body, between the two files or while this one renewed the head.
      if error.isAbsence, case .record(record, _) = folder.head(found.name) {
        discard(found.name, number: nil, as: .purged)
      }
      return nil
    }
  }

  private func note(_ found: Found, at now: Int64) {
    let isNoteDue = state.withLock { $0.read(found.name, number: found.record.number, at: now) }
    if isNoteDue { folder.setRead(found.name, at: now) }
  }

  /// Removes an entry that cannot be used, unless another body has taken the place of this one.
  func discard(_ name: EntryName, number: String?, as reason: CacheEviction) {
    if let number, case .record(let record, _) = folder.head(name), record.number != number {
      return folder.remove(.body(name, number: number))
    }
    let known = state.withLock { $0.forget(name, number: number, as: reason) }
    folder.removeEntry(name, number: number ?? known?.number)
  }
}
