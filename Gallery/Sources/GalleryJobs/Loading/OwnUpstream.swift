import Foundation

/// The upstream in this program, if there is one. It takes a free port each time it starts, which no user has typed,
/// and which leads nowhere once it has ended: so what lies there is named to all users by its path alone, as in
/// `/photos/7.jpg`, and such a name is good for as long as there are servers.
public struct OwnUpstream: Sendable {
  /// Scheme, host and port; nil where there is none.
  public let base: URL?

  public init(_ base: URL?) {
    self.base = base
  }

  /// The name of what lies at an address: the path where it lies here, and elsewhere the address as it is.
  public func name(of url: URL) -> String {
    let text = url.absoluteString
    guard let base = bases.first(where: { text.hasPrefix($0 + "/") }) else { return text }
    let path = String(text.dropFirst(base.count))
    // Two slashes begin another server's address.
    return path.hasPrefix("//") ? text : path
  }

  /// The name as an address, which is a relative one where it is a path.
  public func reference(to url: URL) -> URL { URL(string: name(of: url)) ?? url }

  /// What is said, by an error say, with names in the place of addresses that lead here.
  public func sentence(of words: some Any) -> String {
    let sentence = "\(words)"
    // To look for an address takes long, and all that a server tells of its requests has none.
    guard sentence.utf8.namesAddress else { return sentence }
    return bases.reduce(sentence) { sentence, base in sentence.replacing(base + "/", with: "/") }
  }

  /// Where it is, and what stands for that in addresses that last.
  private var bases: [String] { base.map { [$0.absoluteString, Self.lastingBase] } ?? [] }
}

extension String.UTF8View {
  /// Whether there is what stands behind the scheme of an address, `://`.
  fileprivate var namesAddress: Bool {
    var found = 0
    for byte in self {
      switch byte {
      case UInt8(ascii: ":"): found = 1
      case UInt8(ascii: "/") where found > 0: found += 1
      default: found = 0
      }
      if found == 3 { return true }
    }
    return false
  }
}
