public import Foundation

/// Stored answers that go together, as they are removed: from one cache by ``HTTPCache/purge(_:)-(CachePart)``, from those
/// of all processes that share what they keep by ``SharedTier/purge(_:)``.
public enum CachePart: Sendable, Hashable, Codable {
  /// The answers of an address, to all requests for it, and what was made of them.
  case address(URL)
  /// The answers to requests with this ``FetchRequest/key``, whatever their addresses; not the files that were made of an image.
  case key(String)
  /// The answers of all addresses of a host.
  case host(String)
  /// All answers.
  case all

  /// Whether what a ``SharedTransport`` has asked for under this key belongs to it.
  public func contains(sharedKey key: String) -> Bool { mark.isEmpty || key.contains(mark) }

  /// What stands in those keys, and in no others; empty for all.
  public var mark: String {
    switch self {
    case .address(let url): SharedKey.mark(address: CacheAddress(url))
    case .key(let key): SharedKey.mark(key: FetchRequest.cacheKey(key))
    case .host(let host): SharedKey.mark(host: CacheAddress.host(named: host))
    case .all: ""
    }
  }

  var group: CacheGroup {
    switch self {
    case .address(let url): .address(CacheAddress(url))
    case .key(let key): .named(FetchRequest.cacheKey(key))
    case .host(let host): .host(CacheAddress.host(named: host))
    case .all: .all
    }
  }
}

/// A request's key in a tier that processes share: words by each of which a ``CachePart`` finds it. Addresses may have a
/// password in them, and are as long as they like: all but hosts are digests.
enum SharedKey {
  static func of(_ request: FetchRequest) -> String {
    let fields = request.fields.all.map { "\($0.name.lowercased()): \($0.value)" }.sorted()
    let all = ([request.cacheKey] + fields).joined(separator: "\n")
    let address = CacheAddress(request.url)
    return mark(host: address.host) + mark(address: address) + mark(key: request.cacheKey) + "="
      + Digest.hexadecimal(of: all)
  }

  static func mark(host: String) -> String { "host:\(host) " }
  static func mark(address: CacheAddress) -> String { "address:\(Digest.hexadecimal(of: address.url)) " }
  static func mark(key: String) -> String { "key:\(Digest.hexadecimal(of: key)) " }
}
