import Foundation

/// A chart that can be asked for: its address, and how many of its entries are wanted.
public struct MusicFeed: Sendable, Equatable {
  /// Where Apple's feeds live. Older hosts (`rss.itunes.apple.com`, `rss.applemarketingtools.com`) are gone
  /// or redirect to it.
  public static let appleBase = "https://rss.marketingtools.apple.com"

  /// How many entries can be asked for. The feeds end at 100.
  public static let limits = 1...100

  /// The address to load.
  public let url: URL
  /// How many entries to keep; `nil` keeps all that the feed holds.
  public let limit: Int?
  /// The country of the chart, as it was given; `nil` where only an address was.
  let country: String?

  /// The most played albums or songs of a country, from a second-generation feed.
  ///
  /// - Parameters:
  ///   - base: scheme, host and, if need be, a port and a path before `/api`: that of an embedded upstream.
  ///   - country: a two-letter country code in either case, such as `us` or `VN`. Whether a storefront exists
  ///     there only the upstream knows: it answers 404 if not.
  ///   - limit: how many entries, 1…100. The feeds come in 10, 25, 50 and 100; the next larger is asked for.
  public init(
    base: String = appleBase,
    country: String = "us",
    kind: Kind = .albums,
    limit: Int = 100
  ) throws(MusicFeedError) {
    guard Self.limits.contains(limit), let offered = [10, 25, 50, 100].first(where: { $0 >= limit }) else {
      throw .limit(limit)
    }
    guard country.utf8.count == 2, country.utf8.allSatisfy(Self.isASCIILetter) else {
      throw .country(country)
    }
    let root = try Self.validated(base)
    guard root.query() == nil, root.fragment() == nil else { throw .address(base, .notABase) }
    let trimmed = base.hasSuffix("/") ? String(base.dropLast()) : base
    let path = "/api/v2/\(country.lowercased())/music/most-played/\(offered)/\(kind.rawValue).json"
    url = try Self.validated(trimmed + path)
    self.limit = limit
    self.country = country
  }

  /// A feed at an address that a person gave, used exactly as it is.
  ///
  /// - Parameter limit: how many entries to keep, 1…100; `nil` keeps all.
  public init(address: String, limit: Int? = nil) throws(MusicFeedError) {
    if let limit, !Self.limits.contains(limit) { throw .limit(limit) }
    url = try Self.validated(address)
    self.limit = limit
    country = nil
  }

  private static func isASCIILetter(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
  }
}
