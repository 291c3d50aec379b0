/// What a request wants of the cache.
public enum CacheUse: Sendable, Hashable, CaseIterable {
  /// What RFC 9111 allows: what is fresh is given, what is stale is asked for anew. The default.
  case usual
  /// The server is asked in any case, and its answer takes the place of the one that is stored. An answer that was asked for
  /// before is not waited for.
  case reload
  /// What is stored, also where it is stale, and never a connection. What must not be given stale is not given
  /// (`must-revalidate` and `no-cache`, RFC 9111, section 4.2.4).
  case onlyFromCache
  /// Neither is the cache looked into, nor is the answer stored.
  case none
  /// What is stored is given at once, however old it is, and asked for anew meanwhile. What must not be given stale is
  /// asked for first.
  case staleThenFresh
}
