import Foundation

/// Writes one entry as its body arrives. One that is let go of before ``commit()`` leaves nothing behind.
final class DiskWriter: Sendable {
  private let work: EntryWriting

  init(_ work: EntryWriting) {
    self.work = work
  }

  deinit { abandon() }

  /// Returns when the chunk has been taken; false where the entry has been given up.
  @discardableResult
  func write(_ chunk: Data) async -> Bool {
    await work.tier.on(work.tier.writing) { [work] in work.take(chunk) } ?? false
  }

  /// The body is whole. False where the entry has been given up.
  @discardableResult
  func commit() async -> Bool {
    await work.tier.on(work.tier.writing) { [work] in work.commit() } ?? false
  }

  /// No effect after ``commit()``.
  func abandon() { work.tier.writing.async { [work] in work.abandon() } }
}

/// The files of one entry that is being written.
final class EntryWriting: @unchecked Sendable {
  // Sendable: its state is touched on the tier's queue for writing alone, which is serial.
  let tier: DiskTier
  private let name: EntryName
  private let key: String
  private let head: CachedHead
  private let limit: Int64
  private let mayCommit: @Sendable () -> Bool

  private var file: (file: CacheFile, number: String)?
  /// The bytes of a block that is not full yet.
  private var block = Data()
  private var checksums: [UInt64] = []
  private var length: Int64 = 0
  private var reserved: Int64 = 0
  private var hasEnded = false

  init(
    tier: DiskTier,
    name: EntryName,
    key: String,
    head: CachedHead,
    limit: Int64,
    mayCommit: @escaping @Sendable () -> Bool
  ) {
    self.tier = tier
    self.name = name
    self.key = key
    self.head = head
    self.limit = limit
    self.mayCommit = mayCommit
  }

  func take(_ chunk: Data) -> Bool {
    guard !hasEnded else { return false }
    return attempt { () throws(FileError) in
      var rest = chunk[...]
      while !rest.isEmpty {
        let part = rest.prefix(EntryRecord.blockSize - block.count)
        block.append(part)
        rest = rest.dropFirst(part.count)
        if block.count == EntryRecord.blockSize { try writeBlock() }
      }
    }
  }

  func commit() -> Bool {
    guard !hasEnded else { return false }
    guard mayCommit() else {
      abandon()
      return false
    }
    let isDone = attempt { () throws(FileError) in
      if !block.isEmpty || file == nil { try writeBlock() }
      guard let file else { return }
      let now = tier.now()
      file.file.setModified(now)
      let record = EntryRecord(
        key: key,
        head: head,
        number: file.number,
        length: length,
        checksums: checksums
      )
      let size = try tier.publish(record, name, at: now, reserve: reserve)
      let entry = DiskTierState.Entry(
        name: name,
        number: file.number,
        headSize: size,
        bodySize: length,
        readAt: now,
        notedAt: now,
        confirmedAt: now
      )
      tier.removeFiles(
        tier.state.withLock { [reserved] in $0.commit(entry, reserved: reserved, at: now) },
        except: name
      )
    }
    guard isDone else { return false }
    hasEnded = true
    file = nil
    if tier.state.withLock({ $0.isRefreshDue }) { tier.refresh() }
    return true
  }

  func abandon() {
    guard !hasEnded else { return }
    hasEnded = true
    if let file { tier.folder.remove(.body(name, number: file.number)) }
    file = nil
    block = Data()
    tier.state.withLock { [reserved] in $0.release(reserved) }
  }

  private func writeBlock() throws(FileError) {
    guard length + Int64(block.count) <= limit else {
      throw FileError.noRoom
    }
    try reserve(Int64(block.count))
    if file == nil { file = try tier.create { .body(name, number: $0) } }
    try file?.file.append(block)
    if !block.isEmpty { checksums.append(XXHash64.hash(block)) }
    length += Int64(block.count)
    block.removeAll(keepingCapacity: true)
  }

  private func reserve(_ bytes: Int64) throws(FileError) {
    try tier.reserve(bytes)
    reserved += bytes
  }

  private func attempt(_ work: () throws(FileError) -> Void) -> Bool {
    do throws(FileError) {
      try work()
      return true
    } catch {
      tier.fail(error)
      abandon()
      return false
    }
  }
}
