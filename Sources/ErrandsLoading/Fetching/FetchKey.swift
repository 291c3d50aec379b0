import Foundation

/// What makes two loads the same: everything in a request that can change its answer. Or what the caller says, where one and
/// the same thing has many addresses.
struct FetchKey: Sendable, Hashable {
  /// What of a load is shared.
  enum Stage: Sendable, Hashable {
    /// All of it: the look into the cache, and what follows.
    case load
    /// The server's answer as it comes.
    case answer
    /// The question whether what is stored still holds: for a 304, what is stored is the answer.
    case validation
  }

  /// An address is no key: a key may look like one, such as a signed address without its signature, and then a caller without a
  /// signature would be given what was loaded with one.
  private enum Name: Sendable, Hashable {
    case address(String)
    case key(String)
  }

  private struct Parts: Sendable, Hashable {
    let stage: Stage
    let method: FetchRequest.Method
    let name: Name
    let fields: [HTTPFields.Field]
    let body: RequestBody?
    /// Nil where the cache has been looked into.
    let cacheUse: CacheUse?
  }

  /// One object: a key is copied some ten times in a load, and each copy of its parts counted all of them once more.
  private final class Identity: Sendable {
    let parts: Parts
    let hash: Int
    /// Under a key of the caller's, the first one's.
    let url: URL

    init(_ parts: Parts, _ url: URL) {
      self.parts = parts
      self.url = url
      hash = parts.hashValue
    }
  }

  private let identity: Identity

  init(_ request: FetchRequest, _ stage: Stage = .load) {
    let parts = Parts(
      stage: stage,
      method: request.method,
      name: request.key.map { .key($0) } ?? .address(request.url.absoluteString),
      // A key of the caller's stands for the fields, too, but for those that ask for a part, or for a newer state.
      fields: request.fields.all.filter { request.key == nil || FetchRequest.isAboutState($0.name) }
        .map { HTTPFields.Field($0.name.lowercased(), $0.value) },
      body: request.body,
      // From there on it matters only whether the answer may be stored.
      cacheUse: stage == .load || request.cacheUse == .none ? request.cacheUse : nil
    )
    identity = Identity(parts, request.url)
  }

  static func == (one: FetchKey, other: FetchKey) -> Bool {
    one.identity === other.identity
      || one.identity.hash == other.identity.hash && one.identity.parts == other.identity.parts
  }

  func hash(into hasher: inout Hasher) { hasher.combine(identity.hash) }

  /// Whether what is loaded would belong to a group of a cache's.
  func isMember(of group: CacheGroup) -> Bool {
    let address = CacheAddress(identity.url)
    guard case .key(let key) = identity.parts.name else { return group.contains(address, key: "") }
    return group.contains(address, key: FetchRequest.cacheKey(key))
  }
}
