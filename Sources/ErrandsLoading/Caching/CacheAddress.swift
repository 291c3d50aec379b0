import Foundation

/// What of a URL tells one resource from another: origin, path and query (RFC 9110, section 4.2.3), in one of the ways to
/// write them (RFC 3986, section 6.2.2). Credentials and fragment are no part of it.
struct CacheAddress: Sendable, Hashable {
  /// In lower case.
  let host: String
  let url: String

  init(_ address: URL) {
    if let plain = address.plain(CacheAddress.init) {
      self = plain
      return
    }
    host = Self.host(of: address)
    let parts = URLComponents(url: address, resolvingAgainstBaseURL: true)
    let path = parts?.percentEncodedPath ?? ""
    let query = parts?.percentEncodedQuery.map { "?\($0)" } ?? ""
    url = Self.normalized(address.origin + (path.isEmpty ? "/" : path) + query)
  }

  /// Where the answer to a request lies in a folder: at its host, under its address or, as that may be another one each time,
  /// under a key of the caller's.
  init(of request: FetchRequest) {
    self =
      request.key == nil
      ? CacheAddress(request.url)
      : CacheAddress(host: Self.host(of: request.url), url: request.cacheKey)
  }

  /// A host as it stands in an address: in lower case, and in the form that names of other scripts are asked for in.
  static func host(named name: String) -> String {
    let place = name.contains(":") && !name.hasPrefix("[") ? "[\(name)]" : name
    return (URL(string: "http://\(place)/")?.host ?? name).lowercased()
  }

  private static func host(of address: URL) -> String { address.host?.lowercased() ?? "" }

  private init(_ plain: PlainAddress) {
    host = plain.host
    let path = plain.path
    url = Self.normalized(plain.origin + (path.isEmpty ? "/" : path) + plain.query)
  }

  private init(host: String, url: String) {
    self.host = host
    self.url = url
  }

  /// What needs no percent-encoding without it, and all other in upper case.
  private static func normalized(_ text: String) -> String {
    guard text.utf8.contains(UInt8(ascii: "%")) else { return text }
    var normal: [UInt8] = []
    var rest = text.utf8[...]
    while let byte = rest.popFirst() {
      let digits = rest.prefix(2)
      guard byte == UInt8(ascii: "%"), digits.count == 2, digits.allSatisfy(\.isHexadecimal),
        let decoded = UInt8(String(Substring(digits)), radix: 16)
      else {
        normal.append(byte)
        continue
      }
      rest = rest.dropFirst(2)
      if decoded.isUnreserved {
        normal.append(decoded)
      } else {
        normal += "%\(Substring(digits).uppercased())".utf8
      }
    }
    return String(decoding: normal, as: UTF8.self)
  }
}

extension URL {
  /// Without user and password, which are not to be written to disk.
  var withoutCredentials: URL {
    guard user != nil || password != nil,
      var parts = URLComponents(url: self, resolvingAgainstBaseURL: true)
    else { return self }
    (parts.user, parts.password) = (nil, nil)
    return parts.url ?? self
  }
}

extension UInt8 {
  fileprivate var isHexadecimal: Bool { Character(UnicodeScalar(self)).isHexDigit }

  /// A letter, a digit, or one of `-._~` (RFC 3986, section 2.3).
  fileprivate var isUnreserved: Bool {
    let character = Character(UnicodeScalar(self))
    return character.isASCII && (character.isLetter || character.isNumber || "-._~".contains(character))
  }
}
