import ErrandsLoading
import GalleryConnections
import HTTPTypes

/// The addresses that a request has come through, as proxies write them down: each adds the one that has asked it to the
/// end, and what stands before that any client may have made up.
struct ForwardedFor: Equatable {
  /// The one who asked first stands first; nil for what is no address.
  let addresses: [IPAddress?]

  /// Those of `X-Forwarded-For`; several fields are one list.
  init(list fields: [String]) {
    addresses = fields.flatMap { $0.split(separator: ",") }.map { IPAddress(node: $0.trimmed) }
  }

  /// Those of `Forwarded` (RFC 7239, section 4).
  init(elements fields: [String]) {
    addresses = fields.flatMap { Substring($0).splitOutsideQuotes(at: ",") }.map { element in
      let pairs = element.splitOutsideQuotes(at: ";").map { $0.trimmed }
      let named = pairs.first { $0.lowercased().hasPrefix("for=") }
      return named.flatMap { pair in
        let value = pair.dropFirst(4)
        let isQuoted = value.count > 1 && value.hasPrefix("\"") && value.hasSuffix("\"")
        return IPAddress(node: isQuoted ? value.dropFirst().dropLast() : value)
      }
    }
  }

  /// The last address that is not itself a trusted proxy's; nil where something else stands before there is one.
  func client(behind proxies: TrustedProxies) -> IPAddress? {
    for address in addresses.reversed() {
      guard let address else { return nil }
      if !proxies.contains(address) { return address }
    }
    return nil
  }
}

extension HTTPTypes.HTTPFields {
  /// Whether there is a field that names the client, whatever it says.
  var namesClient: Bool {
    ["X-Forwarded-For", "Forwarded"].contains { HTTPField.Name($0).map { self[$0] != nil } == true }
  }

  /// The client that a trusted proxy names; nil where it names none. A proxy writes one of the two fields, and may hand on
  /// what a client has written into the other: where they differ, neither is believed.
  func client(behind proxies: TrustedProxies) -> IPAddress? {
    let list = HTTPField.Name("X-Forwarded-For").map { self[values: $0] } ?? []
    let elements = HTTPField.Name("Forwarded").map { self[values: $0] } ?? []
    let named = ForwardedFor(list: list).client(behind: proxies)
    guard !elements.isEmpty else { return named }
    let other = ForwardedFor(elements: elements).client(behind: proxies)
    return list.isEmpty || named == other ? other : nil
  }
}

extension IPAddress {
  /// An address, perhaps with a port behind it and then, for one of version 6, in brackets.
  fileprivate init?(node text: some StringProtocol) {
    var text = Substring(text)
    if text.hasPrefix("["), let end = text.firstIndex(of: "]") {
      text = text[text.index(after: text.startIndex)..<end]
    } else if let colon = text.firstIndex(of: ":"), text.lastIndex(of: ":") == colon {
      text = text[..<colon]
    }
    self.init(text)
  }
}

extension Substring {
  fileprivate var trimmed: Substring {
    let rest = drop(while: \.isWhitespace)
    return rest[..<(rest.lastIndex { !$0.isWhitespace }.map(rest.index(after:)) ?? rest.startIndex)]
  }

  /// The parts between the separators that stand in no quoted string (RFC 9110, section 5.6.4).
  fileprivate func splitOutsideQuotes(at separator: Character) -> [Substring] {
    var (isQuoted, isEscaped) = (false, false)
    return split(omittingEmptySubsequences: true) { character in
      if isEscaped {
        isEscaped = false
      } else if character == "\\" {
        isEscaped = isQuoted
      } else if character == "\"" {
        isQuoted.toggle()
      } else {
        return character == separator && !isQuoted
      }
      return false
    }
  }
}
