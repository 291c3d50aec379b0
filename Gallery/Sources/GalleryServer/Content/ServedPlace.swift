import Foundation

/// Where the server lies, as its public URL says: at the root of its host, or below a path of it; and whether the way
/// there is secure.
public struct ServedPlace: Sendable, Equatable {
  /// What the server itself has at the root. A prefix that begins so could not be told from it.
  static let own: Set<String> = [
    "api", "health", "icon.svg", "image", "index.html", "login", "logout", "manifest.webmanifest", "metrics",
    "modules", "openapi.json", "ready", "styles",
  ]

  /// What stands before every path, such as `/gallery`; empty at the root.
  let prefix: String
  /// Whether people reach it by https.
  let isSecure: Bool

  /// - Parameter publicURL: Where people reach the server; nil where it is reached as it listens.
  /// - Throws: ``Unusable``.
  public init(_ publicURL: URL?) throws(Unusable) {
    isSecure = publicURL?.scheme?.lowercased() == "https"
    let path = publicURL?.path(percentEncoded: true) ?? ""
    let segments = path.split(separator: "/", omittingEmptySubsequences: false).dropFirst()
    let kept = segments.last == "" ? segments.dropLast() : segments
    let isPlain = kept.allSatisfy { segment in
      !segment.isEmpty && segment != "." && segment != ".."
        && segment.wholeMatch(of: /[A-Za-z0-9\-._~%!$&'()*+,=:@]+/) != nil
    }
    guard isPlain, publicURL?.query() == nil, publicURL?.fragment() == nil, publicURL?.user() == nil else {
      throw .odd("\(publicURL?.absoluteString ?? "")")
    }
    if let first = kept.first, Self.own.contains(String(first)) { throw .taken(String(first)) }
    prefix = kept.isEmpty ? "" : "/" + kept.joined(separator: "/")
  }

  /// At the root, without https.
  static let root = ServedPlace()

  private init() { (prefix, isSecure) = ("", false) }

  /// The address that is handed out for one of this server's paths.
  func address(_ path: String) -> String { prefix + path }

  /// A request's target without the prefix, which one proxy takes away and another does not. The prefix alone stays.
  func local(_ target: String) -> String {
    guard !prefix.isEmpty, target.hasPrefix(prefix + "/") else { return target }
    return String(target.dropFirst(prefix.count))
  }

  /// Why a public URL cannot be used.
  public enum Unusable: Error, CustomStringConvertible {
    case odd(String)
    case taken(String)

    public var description: String {
      switch self {
      case .odd(let url):
        "The public URL \(url) has more in it than scheme, host, port and a plain path; leave that out."
      case .taken(let segment):
        "The public URL’s path begins with /\(segment), which is an address of Gallery’s own; choose another."
      }
    }
  }
}
