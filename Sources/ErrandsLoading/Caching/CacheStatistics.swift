/// What a cache has done since it was made, and what it holds.
public struct CacheStatistics: Sendable, Hashable {
  /// Of one of the places where answers are stored.
  public struct Tier: Sendable, Hashable {
    /// How often an answer was found, fresh or stale.
    public internal(set) var hits = 0
    /// How often none was.
    public internal(set) var misses = 0
    /// How often an answer was stored, renewals left out.
    public internal(set) var stores = 0
    /// How many answers are stored.
    public internal(set) var entries = 0
    /// How many bytes they take, heads included.
    public internal(set) var bytes: Int64 = 0
    /// How many answers have gone, by reason.
    public internal(set) var evictions: [CacheEviction: Int] = [:]
  }

  /// In memory.
  public internal(set) var memory = Tier()
  /// In the folder: bytes and entries as this process knows them, other processes' included.
  public internal(set) var disk = Tier()
  /// Why nothing can be stored in the folder at present, as a sentence; nil where it can, or where there is none.
  public internal(set) var diskFailure: String?
}
