/// How many covers came on screen, and what became of them.
public struct CoversSummary: Sendable, Hashable, Encodable {
  public private(set) var shown = 0
  public private(set) var cancelled = 0
  public private(set) var failed = 0
  /// Bytes of all covers, whatever became of them.
  public private(set) var bytesFetched = 0

  public init() {}

  mutating func add(_ result: CoverResult) {
    switch result.status {
    case .shown: shown += 1
    case .cancelled: cancelled += 1
    case .failed: failed += 1
    }
    bytesFetched += result.bytes
  }
}
