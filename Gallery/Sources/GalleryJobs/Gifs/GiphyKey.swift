import Foundation

/// A key to Giphy's interface, which no print, log or dump shows.
struct GiphyKey: Sendable, Equatable {
  private static let parameter = "api_key"
  private let text: String

  init(_ text: String) {
    self.text = text.trimmingCharacters(in: .whitespacesAndNewlines)
  }

  var isEmpty: Bool { text.isEmpty }

  /// The address with the key, in place of any that it had.
  func added(to url: URL) -> URL {
    guard var parts = URLComponents(url: Self.removed(from: url), resolvingAgainstBaseURL: true) else {
      return url
    }
    let item = "\(Self.parameter)=\(text.queryEscaped)"
    parts.percentEncodedQuery = parts.percentEncodedQuery.map { $0.isEmpty ? item : "\($0)&\(item)" } ?? item
    return parts.url ?? url
  }

  /// An address as a server names it, without the key that a server may repeat there.
  func removed(from address: String) -> String {
    guard let url = URL(string: address) else { return concealed(in: address) }
    return concealed(in: Self.removed(from: url).absoluteString)
  }

  /// A text from outside with the key, should it be in there, made unreadable.
  func concealed(in text: String) -> String {
    guard !isEmpty else { return text }
    return text.replacing(self.text, with: "…").replacing(self.text.queryEscaped, with: "…")
  }

  private static func removed(from url: URL) -> URL {
    guard var parts = URLComponents(url: url, resolvingAgainstBaseURL: true),
      let items = parts.percentEncodedQueryItems, items.contains(where: { $0.name == parameter })
    else { return url }
    let others = items.filter { $0.name != parameter }
    parts.percentEncodedQueryItems = others.isEmpty ? nil : others
    return parts.url ?? url
  }
}

extension GiphyKey: CustomStringConvertible, CustomReflectable {
  var description: String { isEmpty ? "no key" : "a key" }
  var customMirror: Mirror { Mirror(self, children: []) }
}

extension String {
  /// Percent-encoded as the value of a query parameter: all but what never has a meaning of its own (RFC
  /// 3986, section 2.3). Foundation leaves `+` as it is, which servers read as a space.
  var queryEscaped: String {
    let plain = CharacterSet(
      charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~"
    )
    return addingPercentEncoding(withAllowedCharacters: plain) ?? ""
  }
}
