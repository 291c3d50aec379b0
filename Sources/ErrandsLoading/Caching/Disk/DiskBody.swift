import Foundation

/// The body of an entry on disk, open for reading: it can be read to its end, whatever becomes of the entry.
///
/// It is read by blocks into memory of the reader's own, and not mapped: a mapped page can change after it has been
/// verified, and a disk that fails ends the process.
final class DiskBody: Sendable {
  private let file: CacheFile
  private let record: EntryRecord
  private let name: EntryName
  private let tier: DiskTier

  init(_ file: CacheFile, _ record: EntryRecord, name: EntryName, tier: DiskTier) {
    self.file = file
    self.record = record
    self.name = name
    self.tier = tier
  }

  /// The first bytes of a range, to the end of a block at most.
  ///
  /// - Throws: ``DamagedBody``.
  func chunk(in range: Range<Int64>) async throws -> Data {
    let number = range.lowerBound / Int64(EntryRecord.blockSize)
    guard let block = await tier.reads.answer({ self.block(Int(number)) }) ?? nil else {
      throw DamagedBody()
    }
    let start = Int(range.lowerBound - number * Int64(EntryRecord.blockSize))
    return block[start..<min(block.count, start + range.count)]
  }

  /// All of it; nil where it is damaged.
  func whole() -> Data? {
    if record.checksums.count == 1 { return block(0) }
    var data = Data(capacity: Int(record.length))
    for number in record.checksums.indices {
      guard let block = block(number) else { return nil }
      data.append(block)
    }
    return data
  }

  /// Nil where it is not what was written; the entry is removed then.
  private func block(_ number: Int) -> Data? {
    let start = Int64(number) * Int64(EntryRecord.blockSize)
    let count = Int(min(Int64(EntryRecord.blockSize), record.length - start))
    guard let data = try? file.read(count, at: start), data.count == count,
      XXHash64.hash(data) == record.checksums[number]
    else {
      tier.discard(name, number: record.number, as: .damaged)
      return nil
    }
    return data
  }
}
