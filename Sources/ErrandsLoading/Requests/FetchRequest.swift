import Foundation

/// What to fetch.
public struct FetchRequest: Sendable, Hashable {
  /// The address. Whether it can be fetched is checked when the load begins.
  public var url: URL
  /// The method.
  public var method: Method
  /// What the answer is known by, in place of address and header fields; nil for these. For things whose address or credentials
  /// change with every request, such as files behind signed addresses. Requests with the same key share one answer: give one
  /// key to one user only.
  public var key: String?
  /// What it wants of the fetcher's cache, where there is one. Default ``CacheUse/usual``.
  public var cacheUse = CacheUse.usual
  /// Where of the cache its answer is kept.
  var tiers = CacheTiers.both
  /// What is sent as `User-Agent` where no field says so, for a cache that several fetchers share.
  var agent: String?
  /// Header fields to send; the fetcher adds a `User-Agent` where there is none, and the `Content-Type` of the body.
  public var fields: HTTPFields
  /// What is sent behind the head; not with GET and HEAD. Default nil: nothing.
  public var body: RequestBody?

  /// A request for this URL; by default a GET without header fields.
  public init(_ url: URL, method: Method = .get, fields: HTTPFields = [:]) {
    self.url = url
    self.method = method
    self.fields = fields
  }

  /// Whether it asks only for what differs from what its sender knows (RFC 9110, section 13.1).
  var isConditional: Bool { fields["If-None-Match"] != nil || fields["If-Modified-Since"] != nil }

  /// Whether it asks for the whole of what is at the address, as anybody gets it.
  var asksForAll: Bool { method == .get && fields["Range"] == nil }

  /// Whether it can be sent once more.
  var isRepeatable: Bool { body?.isRepeatable ?? true }

  /// A request for an address as a person types it.
  ///
  /// - Throws: ``FetchError/Cause/invalidURL(_:reason:)`` for anything but an absolute http or https URL with a host.
  public init(address: String, method: Method = .get, fields: HTTPFields = [:]) throws(FetchError) {
    self.init(try URL(fetching: address), method: method, fields: fields)
  }
}
