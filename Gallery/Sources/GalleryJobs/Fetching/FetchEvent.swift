/// What a batch of fetches tells while it goes on, one thing after the other.
public enum FetchEvent: Sendable, Hashable {
  /// A fetch begins a try; they are counted from 1.
  case trying(index: Int, number: Int)
  /// So much of a file is there: at most ten times a second for each, and never after its result.
  case progress(FetchProgress)
  /// A fetch has ended. Once for each, in the order in which they end.
  case file(FetchResult)
  /// All have ended. Exactly once, and last.
  case done(FetchSummary)
}

/// How much of a file is there.
public struct FetchProgress: Sendable, Hashable, Encodable {
  /// Its place among the addresses, from 0.
  public let index: Int
  /// The address as it was given.
  public let url: String
  /// Bytes of the file that are there, with those of an earlier run.
  public let completed: Int64
  /// Its length in bytes; nil where the server has not said it.
  public let total: Int64?
  /// How many bytes were there when the last answer began.
  public let resumedFrom: Int64

  public init(index: Int, url: String, completed: Int64, total: Int64?, resumedFrom: Int64 = 0) {
    self.index = index
    self.url = url
    self.completed = completed
    self.total = total
    self.resumedFrom = resumedFrom
  }

  private enum CodingKeys: String, CodingKey { case url, completed, total }

  /// By hand, for a missing fact is `null` and not left out.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(url, forKey: .url)
    try container.encode(completed, forKey: .completed)
    try container.encode(total, forKey: .total)
  }
}
