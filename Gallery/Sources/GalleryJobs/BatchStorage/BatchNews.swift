/// What became of batches and their members, in the order in which it was kept.
public struct BatchNews: Sendable, Equatable {
  public enum What: Sendable, Equatable {
    case member(PhotoMember)
    /// The last that is told of a batch.
    case end
  }

  public struct Entry: Sendable, Equatable {
    /// Goes up, over all batches and all time.
    public let place: Int64
    public let batch: String
    public let what: What

    public init(place: Int64, batch: String, what: What) {
      self.place = place
      self.batch = batch
      self.what = what
    }
  }

  /// What is told of one batch in one transaction stands together.
  public var entries: [Entry]
  /// The batches that are told of, as they are after that.
  public var batches: [String: StoredBatch]
  /// The place after all that has been told.
  public var position: BatchCursor
  /// Whether nothing is left out.
  public var isWhole: Bool

  public init(
    entries: [Entry] = [],
    batches: [String: StoredBatch] = [:],
    position: BatchCursor,
    isWhole: Bool = true
  ) {
    self.entries = entries
    self.batches = batches
    self.position = position
    self.isWhole = isWhole
  }
}
