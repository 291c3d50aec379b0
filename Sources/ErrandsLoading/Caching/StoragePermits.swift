/// The answers that are being stored, as a value. What is removed from a cache includes what is on its way into it: a
/// load that began before a user was logged out must not store that user's data behind it.
struct StoragePermits: Sendable {
  typealias Permit = Int

  private var granted: [Permit: (address: CacheAddress, key: String)] = [:]
  private var last = 0

  mutating func grant(_ address: CacheAddress, key: String) -> Permit {
    last += 1
    granted[last] = (address, key)
    return last
  }

  func isValid(_ permit: Permit) -> Bool { granted[permit] != nil }

  mutating func revoke(_ group: CacheGroup) {
    granted = granted.filter { !group.contains($0.value.address, key: $0.value.key) }
  }

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
