import GalleryJobs

/// What one transaction of a store settles and tells: places go up from where others have stopped.
struct BatchTally: Sendable {
  /// What has become of members of one batch.
  struct Counts: Sendable {
    fileprivate(set) var succeeded = 0
    fileprivate(set) var failed = 0
    fileprivate(set) var cancelled = 0
    fileprivate(set) var bytes: Int64 = 0
  }

  private let start: BatchCursor
  private var entries: [BatchNews.Entry] = []
  private var batches: [String: StoredBatch] = [:]
  private var counts = Counts()

  /// - Parameter position: After all that was told before.
  init(after position: BatchCursor) { start = position }

  /// After all that is told by now.
  var position: BatchCursor {
    BatchCursor(store: start.store, place: start.place + Int64(entries.count))
  }

  /// Where the next thing stands.
  var nextPlace: Int64 { position.place + 1 }

  var hasNews: Bool { !entries.isEmpty }

  var news: BatchNews { BatchNews(entries: entries, batches: batches, position: position) }

  /// A member has got its outcome.
  mutating func settle(_ member: PhotoMember, of batch: String) {
    switch member.status {
    case .succeeded: counts.succeeded += 1
    case .failed: counts.failed += 1
    case .cancelled: counts.cancelled += 1
    }
    counts.bytes += member.bytes
    add(.member(member), of: batch)
  }

  mutating func end(_ batch: String) { add(.end, of: batch) }

  /// What was settled since that was taken last.
  mutating func takeCounts() -> Counts {
    defer { counts = Counts() }
    return counts
  }

  func tells(of batch: String) -> Bool { entries.contains { $0.batch == batch } }

  /// How a batch is behind that.
  mutating func know(_ batch: StoredBatch) { batches[batch.id] = batch }

  private mutating func add(_ what: BatchNews.What, of batch: String) {
    entries.append(.init(place: nextPlace, batch: batch, what: what))
  }
}
