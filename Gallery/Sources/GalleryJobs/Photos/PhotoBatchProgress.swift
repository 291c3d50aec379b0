/// How far a batch has come.
public struct PhotoBatchProgress: Sendable, Hashable, Encodable {
  /// Members that are done, one way or another.
  public let settled: Int
  /// All members.
  public let total: Int
  /// Bytes of photos received by those in flight and those that are done; what a further try brings again counts
  /// once.
  public let bytes: Int64

  public init(settled: Int, total: Int, bytes: Int64) {
    self.settled = settled
    self.total = total
    self.bytes = bytes
  }
}
