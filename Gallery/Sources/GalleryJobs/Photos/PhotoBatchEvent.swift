/// What a batch tells while it is loaded, one after the other.
public enum PhotoBatchEvent: Sendable, Hashable {
  /// The newest progress: a slow listener gets fewer reports and no backlog. Never after `done`.
  case progress(PhotoBatchProgress)
  /// A member is done. Once for each, in the order of completion.
  case member(PhotoMember)
  /// All members are done. Exactly once, and last.
  case done(PhotoBatchSummary)
}
