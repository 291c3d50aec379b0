/// Why a feed cannot be asked for.
public enum MusicFeedError: Error, Sendable, Equatable {
  /// What is wrong with an address.
  public enum Fault: Sendable, Equatable {
    case empty
    /// A space, a control character, or a character outside ASCII, none of which a URL has (RFC 3986).
    case forbidden(Unicode.Scalar)
    case noScheme
    case scheme(String)
    case noHost
    case port
    case malformed
    /// A query or a fragment in an address that a path is to be appended to.
    case notABase
  }

  case address(String, Fault)
  case country(String)
  case limit(Int)
  /// There is no chart of the country.
  case noChart(country: String)
}

extension MusicFeedError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .address(let text, let fault):
      "The feed address \(Self.quoted(text.redactedAddress)) \(fault.sentence)."
    case .country(let text):
      "The country \(Self.quoted(text)) is not a code of two letters; give one such as us, gb or vn."
    case .noChart(let country):
      "There is no chart of the country \(Self.quoted(country)); choose another, such as us, gb or vn."
    case .limit(let limit):
      "A chart of \(limit) entries cannot be asked for; give a number from \(MusicFeed.limits.lowerBound) "
        + "to \(MusicFeed.limits.upperBound)."
    }
  }

  /// What a person typed, with control characters made visible: an error message must not be able to move the
  /// cursor of the terminal that shows it. Long texts are cut.
  private static func quoted(_ text: String) -> String {
    String(reflecting: text.count > 100 ? text.prefix(100) + "…" : text)
  }
}

extension MusicFeedError.Fault {
  fileprivate var sentence: String {
    switch self {
    case .empty: "is empty; give one that begins with https://"
    case .forbidden(" "): "has a space in it; write it as %20"
    case .forbidden(let scalar) where scalar.isASCII: "has a control character in it; remove it"
    case .forbidden(let scalar): "has the character \(scalar) in it; percent-encode it"
    case .noScheme: "does not say how to load it; begin it with https://"
    case .scheme(let scheme): "begins with \(scheme)://, but only http:// and https:// can be loaded"
    case .noHost: "names no host; write it as https://host/path"
    case .port: "has a port outside 1 to 65535; correct it"
    case .malformed:
      "is not a valid URL; look for a port that is no number, for a % without two hexadecimal digits, "
        + "and for brackets, quotes and bars"
    case .notABase: "has a query or a fragment, but a path is to be added to it; end it before the ? or #"
    }
  }
}
