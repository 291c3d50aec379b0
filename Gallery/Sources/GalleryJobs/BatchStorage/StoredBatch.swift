import Foundation

/// A batch as the store has it, without its members.
public struct StoredBatch: Sendable, Equatable {
  /// Counts up with each batch, and is not given out again.
  public let number: Int64
  public let id: String
  public let started: Date
  public let style: JobStyle
  public let timeLimit: Duration
  /// How long it has been carried out, as far as was said.
  public let spent: Duration
  public let total: Int
  public let succeeded: Int
  public let failed: Int
  public let cancelled: Int
  /// Bytes that were received for the members that are done.
  public let bytes: Int64
  /// When the last of its members was done; `nil` while it is not.
  public let ended: Date?
  public let timedOut: Bool

  public init(
    number: Int64,
    id: String,
    started: Date,
    style: JobStyle,
    timeLimit: Duration,
    spent: Duration,
    total: Int,
    succeeded: Int,
    failed: Int,
    cancelled: Int,
    bytes: Int64,
    ended: Date?,
    timedOut: Bool
  ) {
    self.number = number
    self.id = id
    self.started = started
    self.style = style
    self.timeLimit = timeLimit
    self.spent = spent
    self.total = total
    self.succeeded = succeeded
    self.failed = failed
    self.cancelled = cancelled
    self.bytes = bytes
    self.ended = ended
    self.timedOut = timedOut
  }

  public var settled: Int { succeeded + failed + cancelled }
  public var progress: PhotoBatchProgress {
    PhotoBatchProgress(settled: settled, total: total, bytes: bytes)
  }
}

/// A batch with its members.
public struct BatchContents: Sendable, Equatable {
  public let batch: StoredBatch
  /// The address of each member, in order.
  public let addresses: [String]
  /// What became of each; `nil` while it is not done.
  public let outcomes: [PhotoMember?]

  public init(batch: StoredBatch, addresses: [String], outcomes: [PhotoMember?]) {
    self.batch = batch
    self.addresses = addresses
    self.outcomes = outcomes
  }

  /// How it ended; `nil` while it has not.
  public var summary: PhotoBatchSummary? {
    batch.ended.map { _ in PhotoBatchSummary(outcomes.compactMap(\.self), timedOut: batch.timedOut) }
  }
}
