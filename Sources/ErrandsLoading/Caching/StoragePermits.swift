/// The answers that are being stored, as a value. What is removed from a cache includes what is on its way into it: a
/// load that began before a user was logged out must not store that user's data behind it.
struct StoragePermits: Sendable {
  typealias Permit = Int
  typealias Removal = Int

  /// What is to be stored for a request, under a key.
  struct Grant: Sendable {
    enum Matter: Sendable {
      /// The server's answer, from when it is asked for.
      case answer
      /// What is stored already, for a nearer tier.
      case copy
      /// What is made of the answer, and kept elsewhere.
      case product
    }

    let matter: Matter
    let request: FetchRequest
    let address: CacheAddress
    let key: String

    init(_ matter: Matter, to request: FetchRequest, key: String) {
      self.matter = matter
      self.request = request
      address = CacheAddress(request.url)
      self.key = key
    }
  }

  private var granted: [Permit: Grant] = [:]
  private var permits: [String: Set<Permit>] = [:]
  private var removals: [Removal: CacheGroup] = [:]
  private var last = 0

  /// A permit, which is not valid where its answer is being removed: it may be read while a part of it is still there.
  mutating func grant(_ grant: Grant) -> Permit {
    last += 1
    let isRemoved = removals.values.contains { $0.contains(grant.address, key: grant.key) }
    if !isRemoved {
      granted[last] = grant
      permits[grant.key, default: []].insert(last)
    }
    return last
  }

  /// Takes back what has been granted of a group, and grants nothing of it until the end.
  mutating func begin(_ group: CacheGroup) -> Removal {
    for (permit, grant) in granted where group.contains(grant.address, key: grant.key) { end(permit) }
    last += 1
    removals[last] = group
    return last
  }

  mutating func finish(_ removal: Removal) { removals[removal] = nil }

  /// An answer with this head is about to be stored: one that was asked for earlier is not to take its place when that has come
  /// to its end, nor is a copy of what was there before.
  mutating func overtake(by permit: Permit, storing head: CachedHead) {
    guard let key = granted[permit]?.key, let others = permits[key], others.count > 1 else { return }
    for other in others
    where granted[other].map({ isOlder($0, other, than: permit) && head.matches($0.request) }) ?? false {
      end(other)
    }
  }

  private func isOlder(_ grant: Grant, _ permit: Permit, than answer: Permit) -> Bool {
    switch grant.matter {
    case .answer: permit < answer
    case .copy: true
    case .product: false
    }
  }

  func isValid(_ permit: Permit) -> Bool { granted[permit] != nil }

  mutating func end(_ permit: Permit) {
    guard let key = granted.removeValue(forKey: permit)?.key else { return }
    permits[key]?.remove(permit)
    if permits[key]?.isEmpty == true { permits[key] = nil }
  }
}

/// The leave to store one answer, from when it is asked for until this is let go of; lost when what it belongs to is removed.
package final class StoragePermit: Sendable {
  private let cache: HTTPCache
  private let number: StoragePermits.Permit

  init(_ cache: HTTPCache, _ grant: StoragePermits.Grant) {
    self.cache = cache
    number = cache.permits.withLock { $0.grant(grant) }
  }

  deinit { cache.permits.withLock { $0.end(number) } }

  package var isValid: Bool { cache.permits.withLock { $0.isValid(number) } }

  /// An answer is about to be stored by this leave: see ``StoragePermits/overtake(by:storing:)``.
  func overtake(storing head: CachedHead) {
    cache.permits.withLock { $0.overtake(by: number, storing: head) }
  }
}
