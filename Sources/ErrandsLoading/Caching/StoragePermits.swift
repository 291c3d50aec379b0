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
