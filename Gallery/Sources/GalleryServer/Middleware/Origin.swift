import Foundation

/// Where a page comes from: scheme, host and port, all of which tell one site from another (RFC 6454, section 5).
struct Origin: Equatable, Sendable {
  private let scheme: String
  private let host: String
  private let port: Int

  /// Nil for a scheme that no page of a server has.
  init?(scheme: some StringProtocol, authority: Authority) {
    self.scheme = scheme.lowercased()
    host = authority.host
    switch self.scheme {
    case "http": port = authority.port ?? 80
    case "https": port = authority.port ?? 443
    default: return nil
    }
  }

  /// As browsers write it (RFC 6454, section 6.1); nil for `null` and nonsense.
  init?(_ text: String) {
    guard let end = text.firstRange(of: "://"), let authority = Authority(String(text[end.upperBound...]))
    else { return nil }
    self.init(scheme: text[..<end.lowerBound], authority: authority)
  }

  /// That of the pages at an address.
  init?(_ url: URL) {
    guard let scheme = url.scheme, let host = url.host() else { return nil }
    let name = host.contains(":") && !host.hasPrefix("[") ? "[\(host)]" : host
    self.init("\(scheme)://\(name)\(url.port.map { ":\($0)" } ?? "")")
  }
}
