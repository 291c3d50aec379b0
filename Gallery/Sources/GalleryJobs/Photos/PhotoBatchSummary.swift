/// How a batch ended.
public struct PhotoBatchSummary: Sendable, Hashable, Encodable {
  /// An address that failed, and why.
  public struct Failure: Sendable, Hashable, Encodable {
    public let index: Int
    public let url: String
    /// A sentence that a person can act on.
    public let error: String
  }

  public let succeeded: Int
  public let failed: Int
  /// Photos that were not done when the batch was cancelled, or when its time limit passed.
  public let cancelled: Int
  /// Whether the time limit of the batch passed before all members were done.
  public let timedOut: Bool
  /// Every failure, in the order of the addresses.
  public let errors: [Failure]

  /// - Parameter members: Every member, in the order of the addresses.
  init(_ members: [PhotoMember], timedOut: Bool) {
    succeeded = members.count { $0.status == .succeeded }
    failed = members.count { $0.status == .failed }
    cancelled = members.count { $0.status == .cancelled }
    self.timedOut = timedOut
    errors = members.compactMap { member in
      member.error.map { Failure(index: member.index, url: member.url, error: $0) }
    }
  }
}
