import Foundation

/// Stored answers that go together.
enum CacheGroup: Sendable, Hashable {
  case all
  case host(String)
  case address(CacheAddress)
  /// The variants of a key, in its place.
  case key(String, CacheAddress)
  /// The variants of a key, at whatever host.
  case named(String)

  func contains(_ address: CacheAddress, key: String) -> Bool {
    switch self {
    case .all: true
    case .host(let host): address.host == host.lowercased()
    case .address(let other): address == other
    case .key(let other, _), .named(let other): key == other
    }
  }

  /// What does not hold any more when a request with an unsafe method has been answered: what is known of its address, and of
  /// those of the same origin that the answer names (RFC 9111, section 4.4), and what is known under its key. Nothing for an error.
  static func changed(by url: URL, key: String?, _ answer: FetchHead?) -> Set<CacheGroup> {
    if let answer, !(200..<400).contains(answer.status) { return [] }
    let named = ["Location", "Content-Location"].compactMap { answer?.fields[$0] }
      .compactMap { URL(string: $0, relativeTo: url)?.absoluteURL }
      .filter { $0.origin == url.origin }
    var groups = Set(([url] + named).map { CacheGroup.address(CacheAddress($0)) })
    if let key { groups.insert(.named(FetchRequest.cacheKey(key))) }
    return groups
  }
}
