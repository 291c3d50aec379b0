import Foundation

/// A plain address by its parts: `https://host:port/path?query`. See ``Foundation/URL/plain(_:)``.
struct PlainAddress {
  typealias Bytes = Slice<UnsafeBufferPointer<UInt8>>

  let isSecure: Bool
  private let hostBytes: Bytes
  private let writtenPort: Int?
  private let pathBytes: Bytes
  /// With its question mark.
  private let queryBytes: Bytes

  /// In lower case.
  var host: String { String(decoding: hostBytes, as: UTF8.self).lowercased() }
  var port: Int { writtenPort ?? (isSecure ? 443 : 80) }
  var origin: String { "\(isSecure ? "https" : "http")://\(host):\(port)" }
  var path: String { String(decoding: pathBytes, as: UTF8.self) }
  /// With its question mark; empty where there is none.
  var query: String { String(decoding: queryBytes, as: UTF8.self) }

  /// Nil for what is not plain.
  init?(_ bytes: UnsafeBufferPointer<UInt8>) {
    var rest = bytes[...]
    isSecure = rest.dropPrefix("https://")
    guard isSecure || rest.dropPrefix("http://") else { return nil }
    hostBytes = rest.prefix { $0.isOfName }
    rest = rest[hostBytes.endIndex...]
    if rest.first == UInt8(ascii: ":") {
      let digits = rest.dropFirst().prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
      let number = digits.reduce(0) { min($0 * 10 + Int($1 - UInt8(ascii: "0")), 1 << 16) }
      guard (1...65_535).contains(number) else { return nil }
      writtenPort = number
      rest = rest[digits.endIndex...]
    } else {
      writtenPort = nil
    }
    guard !hostBytes.isEmpty, rest.first.map({ "/?#".utf8.contains($0) }) ?? true,
      rest.allSatisfy({ $0 > 0x20 && $0 < 0x7F })
    else { return nil }
    pathBytes = rest.prefix { $0 != UInt8(ascii: "?") && $0 != UInt8(ascii: "#") }
    queryBytes = rest[pathBytes.endIndex...].prefix { $0 != UInt8(ascii: "#") }
  }
}

extension URL {
  /// What is made of the parts of an address that ``init(fetching:)`` takes as it is, and every parser reads in the same way: a
  /// scheme, a name or the digits of an address, a port, and a path without user, password or brackets before it. Nil for any
  /// other address.
  ///
  /// Read from its bytes: to take it apart as any address for each of a hundred thousand requests costs more than all else that
  /// is done before they are sent.
  func plain<Answer>(_ make: (PlainAddress) -> Answer) -> Answer? {
    guard baseURL == nil else { return nil }
    var text = absoluteString
    return text.withUTF8 { PlainAddress($0).map(make) }
  }

  /// Whether it is such an address.
  var isPlain: Bool { plain { _ in } != nil }
}

extension Slice<UnsafeBufferPointer<UInt8>> {
  /// Whether it begins so, which is then taken away.
  fileprivate mutating func dropPrefix(_ prefix: StaticString) -> Bool {
    guard count >= prefix.utf8CodeUnitCount,
      prefix.withUTF8Buffer({ $0.elementsEqual(self.prefix($0.count)) })
    else { return false }
    self = dropFirst(prefix.utf8CodeUnitCount)
    return true
  }
}

extension UInt8 {
  /// A letter, a digit, a dot, a hyphen or a low line.
  fileprivate var isOfName: Bool {
    switch self {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-")...UInt8(ascii: "."), UInt8(ascii: "_"):
      true
    default: false
    }
  }
}
