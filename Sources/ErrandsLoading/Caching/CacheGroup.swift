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
}
