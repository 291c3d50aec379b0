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

  private struct Identity: Sendable, Hashable {
    let stage: Stage
    let method: FetchRequest.Method
    let name: Name
    let fields: [HTTPFields.Field]
    let body: RequestBody?
    /// Nil where the cache has been looked into.
    let cacheUse: CacheUse?
  }

  private let identity: Identity
  /// Under a key of the caller's, the first one's.
  private let url: URL

  init(_ request: FetchRequest, _ stage: Stage = .load) {
    url = request.url
    identity = Identity(
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
  }

  static func == (one: FetchKey, other: FetchKey) -> Bool { one.identity == other.identity }

  func hash(into hasher: inout Hasher) { identity.hash(into: &hasher) }

  /// Whether what is loaded would belong to a group of a cache's.
  func isMember(of group: CacheGroup) -> Bool {
    guard case .key(let key) = identity.name else { return group.contains(CacheAddress(url), key: "") }
    return group.contains(CacheAddress(url), key: FetchRequest.cacheKey(key))
  }
}
