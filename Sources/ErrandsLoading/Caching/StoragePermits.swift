/// The answers that are being stored, as a value. What is removed from a cache includes what is on its way into it: a
/// load that began before a user was logged out must not store that user's data behind it.
struct StoragePermits: Sendable {
  typealias Permit = Int

  private var addresses: [Permit: CacheAddress] = [:]
  private var last = 0

  mutating func grant(_ address: CacheAddress) -> Permit {
    last += 1
    addresses[last] = address
    return last
  }

  func isValid(_ permit: Permit) -> Bool { addresses[permit] != nil }

  mutating func revoke(_ group: CacheGroup) {
    addresses = addresses.filter { !group.contains($0.value) }
  }

  mutating func end(_ permit: Permit) { addresses[permit] = nil }
}
