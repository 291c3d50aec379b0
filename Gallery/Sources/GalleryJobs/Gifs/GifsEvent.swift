import Errands

/// What a batch of downloads tells, one after the other.
public enum GifsEvent: Sendable, Hashable {
  /// So many bytes of a hit have come. A slow listener gets fewer reports and no backlog. Never after its
  /// `hit`.
  case progress(index: Int, RunProgress)
  /// A hit is done. Once for each, in the order of completion.
  case hit(GifResult)
  /// All hits are done. Exactly once, and last.
  case done(GifsSummary)
}
