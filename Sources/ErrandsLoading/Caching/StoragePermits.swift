/// The answers that are being stored, as a value. What is removed from a cache includes what is on its way into it: a
/// load that began before a user was logged out must not store that user's data behind it.
struct StoragePermits: Sendable {
  typealias Permit = Int

  private var granted: [Permit: (address: CacheAddress, key: String)] = [:]
  private var removals: [Removal: CacheGroup] = [:]
  private var last = 0

  typealias Removal = Int

  /// A permit, which is not valid where its answer is being removed: it may be read while a part of it is still there.
  mutating func grant(_ address: CacheAddress, key: String) -> Permit {
    last += 1
    let isRemoved = removals.values.contains { $0.contains(address, key: key) }
    if !isRemoved { granted[last] = (address, key) }
    return last
  }

  /// Takes back what has been granted of a group, and grants nothing of it until the end.
  mutating func begin(_ group: CacheGroup) -> Removal {
    granted = granted.filter { !group.contains($0.value.address, key: $0.value.key) }
    last += 1
    removals[last] = group
    return last
  }

  mutating func finish(_ removal: Removal) { removals[removal] = nil }

  func isValid(_ permit: Permit) -> Bool { granted[permit] != nil }

  mutating func end(_ permit: Permit) { granted[permit] = nil }
}

/// The leave to store one answer, from when it is asked for until this is let go of; lost when what it belongs to is removed.
package final class StoragePermit: Sendable {
  private let cache: HTTPCache
  private let number: StoragePermits.Permit

  init(_ cache: HTTPCache, for request: FetchRequest, key: String) {
    self.cache = cache
    number = cache.permits.withLock { $0.grant(CacheAddress(request.url), key: key) }
  }

  deinit { cache.permits.withLock { $0.end(number) } }

  package var isValid: Bool { cache.permits.withLock { $0.isValid(number) } }
}
