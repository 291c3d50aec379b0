/// How a batch of fetches ended.
public struct FetchSummary: Sendable, Hashable, Encodable {
  public let fetched: Int
  public let unchanged: Int
  public let failed: Int
  public let cancelled: Int
  /// Of all files that were fetched, and of what has come of the others.
  public let bytes: Int64

  public init(fetched: Int, unchanged: Int, failed: Int, cancelled: Int, bytes: Int64) {
    self.fetched = fetched
    self.unchanged = unchanged
    self.failed = failed
    self.cancelled = cancelled
    self.bytes = bytes
  }

  public init(_ results: [FetchResult]) {
    self.init(
      fetched: results.count { $0.status == .fetched },
      unchanged: results.count { $0.status == .unchanged },
      failed: results.count { $0.status == .failed },
      cancelled: results.count { $0.status == .cancelled },
      bytes: results.reduce(0) { $0 + ($1.bytes ?? 0) }
    )
  }
}
