/// Stored answers that go together.
enum CacheGroup: Sendable, Hashable {
  case all
  case host(String)
  case address(CacheAddress)
  /// The variants of a key.
  case key(String, CacheAddress)

  func contains(_ address: CacheAddress) -> Bool {
    switch self {
    case .all: true
    case .host(let host): address.host == host.lowercased()
    case .address(let other), .key(_, let other): address == other
    }
  }
}
