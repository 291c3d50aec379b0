import ErrandsLoading
import Foundation

/// Giphy's interface, version 1: where it is, whose key is used, and for what kind of animation.
///
/// The key goes into no request that is made here, so that it is in no error, no log and no trace. It is
/// added below all that, by ``transport(over:)``.
///
/// ```swift
/// let giphy = try Giphy(key: key)
/// let fetcher = Fetcher(transport: giphy.transport(over: transport))
/// let job = GifsJob(giphy: giphy, fetcher: fetcher)
/// let page = try await job.search("cats").value()
/// ```
public struct Giphy: Sendable {
  /// The audience of an animation, from children to adults.
  public enum Rating: String, Sendable, CaseIterable {
    case g, pg
    case pg13 = "pg-13"
    case r
  }

  /// Where the real one is.
  public static let realBase = "https://api.giphy.com"
  /// The longest keyword, in characters. Giphy answers 414 to longer ones.
  public static let keywordLimit = 50
  /// How many hits one request may ask for. A beta key gets no more than 50.
  public static let pageLimits = 1...50
  /// The places at which a page may begin.
  public static let offsets = 0...4999
  /// How many hits a search may ask for; more than a page of them are gathered by several requests.
  public static let limits = 1...5000

  private static let path = "/v1/gifs/search"

  /// The address of the search.
  public let url: URL
  /// The highest rating that is wanted; `nil` leaves it to Giphy.
  public let rating: Rating?
  /// The language of the keyword, as a code of ISO 639-1; `nil` leaves it to Giphy.
  public let language: String?
  private let key: GiphyKey

  /// - Parameters:
  ///   - base: scheme, host and, if need be, a port and a path before `/v1`; or the whole address of the
  /// search.
  ///   - key: the key from Giphy's developer pages; `nil` or an empty one is not sent, and Giphy answers 401.
  /// - Throws: ``GiphyError/address(_:reason:)``, ``GiphyError/language(_:)``
  public init(
    base: String = realBase,
    key: String?,
    rating: Rating? = nil,
    language: String? = nil
  ) throws(GiphyError) {
    if let language, !Self.isCode(language) { throw .language(language) }
    url = try Self.searchAddress(base)
    self.key = GiphyKey(key ?? "")
    self.rating = rating
    self.language = language?.lowercased()
  }

  /// A request for one page of a search, without the key.
  ///
  /// - Parameters:
  ///   - keyword: 1…50 characters, without the white space around them.
  ///   - limit: how many hits, 1…50.
  ///   - offset: the place of the first, 0…4999.
  public func request(for keyword: String, limit: Int = 25, offset: Int = 0) throws(GiphyError)
    -> FetchRequest
  {
    let keyword = try Self.validated(keyword)
    guard Self.pageLimits.contains(limit) else { throw .limit(limit, Self.pageLimits) }
    guard Self.offsets.contains(offset) else { throw .offset(offset) }
    var query = "?q=\(keyword.queryEscaped)&limit=\(limit)&offset=\(offset)"
    if let rating { query += "&rating=\(rating.rawValue)" }
    if let language { query += "&lang=\(language)" }
    guard let page = URL(string: url.absoluteString + query) else {
      throw .address(url.absoluteString, reason: "no query can be added to it")
    }
    return FetchRequest(page, fields: ["Accept": "application/json"])
  }

  /// Another transport, with the key added to what goes to Giphy's interface, and to nothing else: not to the
  /// hosts of the animations, and not to where a redirect leads. What comes back from it does not name the
  /// key.
  public func transport(over transport: any Transport) -> any Transport {
    key.isEmpty ? transport : GiphyTransport(transport, search: url, key: key)
  }

  /// The keyword as it is sent: composed, so that a Vietnamese letter counts as one wherever it is counted.
  ///
  /// - Throws: ``GiphyError/emptyKeyword``, ``GiphyError/longKeyword(characters:)``
  public static func validated(_ keyword: String) throws(GiphyError) -> String {
    let keyword = keyword.trimmingCharacters(in: .whitespacesAndNewlines)
      .precomposedStringWithCanonicalMapping
    guard !keyword.isEmpty else { throw .emptyKeyword }
    guard keyword.count <= keywordLimit else { throw .longKeyword(characters: keyword.count) }
    return keyword
  }

  /// What a server says, with the key, should it repeat it, made unreadable.
  func concealed(_ text: String) -> String { key.concealed(in: text) }

  private static func isCode(_ language: String) -> Bool {
    language.utf8.count == 2
      && language.utf8.allSatisfy { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0 | 0x20) }
  }

  private static func searchAddress(_ base: String) throws(GiphyError) -> URL {
    do {
      let root = try URL(fetching: base)
      guard root.query() == nil, root.fragment() == nil else {
        throw GiphyError.address(
          base,
          reason: "it has a query or a fragment, but a path is to be added to it"
        )
      }
      let trimmed = base.hasSuffix("/") ? String(base.dropLast()) : base
      return try URL(fetching: trimmed.hasSuffix(path) ? trimmed : trimmed + path)
    } catch let error as FetchError {
      throw .address(base, reason: error.reason)
    } catch {
      throw error as? GiphyError ?? .address(base, reason: "\(error)")
    }
  }
}
