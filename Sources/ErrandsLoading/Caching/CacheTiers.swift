/// Where of a cache answers are kept.
public enum CacheTiers: Sendable, Hashable, CaseIterable {
  /// In memory and, where the cache has a folder, there.
  case both
  /// In memory, and not in the folder.
  case memory
  /// In the folder, and not in memory: nor is a body held there while it comes.
  case disk
}
