import Foundation

extension FuzzTarget {
  /// An address as a person types it, and where a redirect from somewhere leads that says it.
  static let url = FuzzTarget(name: "url") { input in
    let text = input.text
    checkAddress(text)
    checkRedaction(text)
    guard let base = URL(string: "https://user@host.test:8080/a/b?c#d") else { return }
    if let resolved = URL(string: text, relativeTo: base)?.absoluteURL {
      checkAddress(resolved.absoluteString)
    }
  }

  /// What is shown of an address, and of a text that is meant to be one, has no password.
  private static func checkRedaction(_ text: String) {
    let redacted = URL.redacting(text)
    require(
      URL.redacting(redacted).isIdentical(to: redacted),
      "“\(redacted)” has something left to be redacted"
    )
    let rest = text.utf8.filter { $0 != UInt8(ascii: "#") }
    for secret in ["http://user:geheim@", "https://geheim@a@", "//host/?key=geheim&geheim&=geheim#geheim#"] {
      let shown = URL.redacting(secret + String(decoding: rest, as: UTF8.self))
      require(!shown.contains("geheim"), "“\(shown)” has a secret")
    }
  }

  private static func checkAddress(_ text: String) {
    if let url = URL(string: text), url.isPlain {
      let fetched = try? URL(fetching: url.absoluteString)
      require(fetched == url, "\(url.absoluteString) looks plain, and is not fetched as it is")
    }
    guard let url = try? URL(fetching: text) else { return }
    let address = url.absoluteString
    require(["http", "https"].contains(url.scheme?.lowercased()), "\(address) is no address of HTTP")
    require(address.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F }, "\(address) is not of printable ASCII")
    let again = require(try? URL(fetching: address), "\(address) is fetched and refused")
    require(again.absoluteString == address && again.origin == url.origin, "\(address) is read as \(again)")

    let host = require(url.host, "\(address) has no host")
    require(!host.isEmpty, "\(address) has an empty host")
    let isLiteral = authority(of: address).hasSuffix("]") || authority(of: address).contains("]:")
    for scalar in host.unicodeScalars {
      require(
        scalar.value > 0x20 && scalar.value < 0x7F,
        "the host “\(host)” of \(address) has a character of none"
      )
      require(
        !"/\\?#@<>^|\"[]".unicodeScalars.contains(scalar),
        "the host “\(host)” of \(address) has a separator"
      )
      require(isLiteral || scalar != ":" && scalar != "%", "the host “\(host)” of \(address) has a separator")
    }
    require(!isLiteral || host.contains(":"), "the brackets of \(address) are around a name")
    checkPort(of: url, address)
  }

  /// The port that the text has is the one that is connected to.
  private static func checkPort(of url: URL, _ address: String) {
    let authority = authority(of: address)
    let digits = String(
      decoding: authority.utf8.reversed().prefix { $0 >= 0x30 && $0 <= 0x39 }.reversed(),
      as: UTF8.self
    )
    guard authority.dropLast(digits.utf8.count).hasSuffix(":"), !digits.isEmpty else { return }
    require(url.port.map(Int64.init) == FieldList.number(digits), "\(address) leads to port \(url.port ?? 0)")
    require((1...65_535).contains(url.port ?? 0), "\(address) leads to a port that is none")
    require(url.origin.hasSuffix(":\(url.port ?? 0)"), "\(address) has the origin \(url.origin)")
  }

  private static func authority(of address: String) -> Substring {
    let parts = address.split(separator: "/", maxSplits: 2, omittingEmptySubsequences: false)
    return (parts.count > 2 ? parts[2] : "").prefix { $0 != "/" && $0 != "?" && $0 != "#" }
  }
}
