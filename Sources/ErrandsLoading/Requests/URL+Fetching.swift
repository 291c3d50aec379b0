import Foundation

extension URL {
  /// An absolute http or https URL with a host, exactly as given.
  ///
  /// Foundation's own initializer takes nearly anything and percent-encodes the rest, so `"not a url"` turned
  /// into a relative address that failed much later with a message about something else.
  ///
  /// - Throws: ``FetchError/Cause/invalidURL(_:reason:)``.
  public init(fetching text: String) throws(FetchError) {
    func mistake(_ reason: String) -> FetchError { FetchError(nil, .invalidURL(text, reason: reason)) }
    guard !text.isEmpty else { throw mistake("it is empty") }
    let isPlain = text.unicodeScalars.allSatisfy { $0.value > 0x20 && $0.value != 0x7F }
    guard isPlain else { throw mistake("it has a space or a control character in it") }
    guard let url = URL(string: text, encodingInvalidCharacters: false) ?? URL(string: text) else {
      throw mistake("it is not of the form https://host/path")
    }
    // In `user:password@host` the user is none, and is not to be told.
    guard let scheme = url.scheme?.lowercased(),
      text.dropFirst(scheme.count + 1).first == "/" || !text.contains("@")
    else { throw mistake("it has no scheme; write https:// before it") }
    guard scheme == "http" || scheme == "https" else {
      throw mistake("only http and https can be fetched, not \(scheme)")
    }
    guard let host = url.host, !host.isEmpty else { throw mistake("it names no host") }
    guard url.hasPlainHost else {
      throw mistake("“\(url.host(percentEncoded: true) ?? host)” cannot be a host")
    }
    if let port = Self.writtenPort(in: text), !(1...65_535).contains(FieldList.number(port) ?? 0) {
      throw mistake("\(port) is not a port")
    }
    self = url
  }

  /// Whether the host is a name, or an IPv6 address in brackets, and nothing that is read as something else where it goes
  /// on without its percent signs or brackets: `127.0.0.1%00.example` up to its zero byte, `a%40b` from its `@`, `[name]`
  /// as a name.
  private var hasPlainHost: Bool {
    guard let host else { return false }
    let isLiteral =
      URLComponents(url: self, resolvingAgainstBaseURL: true)?.encodedHost?.hasPrefix("[") ?? false
    guard isLiteral else {
      return host.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && !Self.hostSeparators.contains($0) }
    }
    // Behind a percent sign is the zone, the name of an interface (RFC 6874).
    let parts = host.utf8.split(separator: UInt8(ascii: "%"), maxSplits: 1, omittingEmptySubsequences: false)
    return parts[0].contains(UInt8(ascii: ":")) && parts[0].allSatisfy(Self.addressBytes.contains)
      && parts.dropFirst().allSatisfy { !$0.isEmpty && $0.allSatisfy(Self.zoneBytes.contains) }
  }

  private static let hostSeparators = Set(#":/?#[]@\%<>^|"`{}"#.utf8)
  private static let addressBytes = Set("0123456789abcdefABCDEF:.".utf8)
  private static let zoneBytes = Set(
    "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ-._~".utf8
  )

  /// The digits behind the host. Foundation has no port where they are too many to be counted, so that
  /// `http://host:99999999999999999999/` led to port 80.
  private static func writtenPort(in text: String) -> Substring? {
    let authority = text.utf8.drop { $0 != UInt8(ascii: "/") }.dropFirst(2).prefix {
      !"/?#".utf8.contains($0)
    }
    guard let colon = authority.lastIndex(of: UInt8(ascii: ":")) else { return nil }
    let port = Substring(authority[authority.index(after: colon)...])
    return FieldList.number(port) == nil ? nil : port
  }

  /// Scheme, host and port: what may see a credential (RFC 6454, section 4).
  var origin: String {
    if let origin = plain(\.origin) { return origin }
    let scheme = scheme?.lowercased() ?? ""
    let port = port ?? (scheme == "https" ? 443 : 80)
    return "\(scheme)://\(host?.lowercased() ?? ""):\(port)"
  }
}
