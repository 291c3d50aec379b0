/// What became of a member of a batch.
public struct BatchOutcome: Sendable, Equatable {
  public let batch: String
  public let member: PhotoMember

  public init(batch: String, member: PhotoMember) {
    self.batch = batch
    self.member = member
  }
}

/// Why a batch ends before its members are done.
public enum BatchEnding: Sendable, Equatable {
  /// Somebody does not want it any more.
  case cancelled
  /// Its time is over.
  case timedOut
}
