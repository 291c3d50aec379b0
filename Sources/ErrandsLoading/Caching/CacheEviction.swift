/// Why an answer is no longer stored.
public enum CacheEviction: String, Sendable, Hashable, CaseIterable {
  /// It was the one that had not been read for the longest time, and there was no room.
  case cost
  /// It was stored for longer than the age limit allows.
  case age
  /// A newer answer has taken its place.
  case replaced
  /// The user has removed it.
  case purged
  /// Its file is damaged, cut off, or was not written by a cache.
  case damaged
  /// A request with an unsafe method may have changed what it is about (RFC 9111, section 4.4).
  case invalidated
}
