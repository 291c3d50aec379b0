import Foundation

/// A whole answer.
public struct FetchedData: Sendable, Hashable {
  /// The head of the answer.
  public let head: FetchHead
  /// The body, whole.
  public let body: Data
  /// What the fetcher's cache did for it; nil where there is none.
  public let cacheStatus: CacheStatus?

  /// An answer with this head and body.
  public init(head: FetchHead, body: Data, cacheStatus: CacheStatus? = nil) {
    self.head = head
    self.body = body
    self.cacheStatus = cacheStatus
  }
}

extension FetchedData {
  /// As a load has it that joined another one's request (RFC 9211, section 2.6). What the cache gave without a request is the same
  /// for all.
  var collapsed: FetchedData {
    guard var status = cacheStatus, case .forwarded = status.source else { return self }
    status.isCollapsed = true
    return FetchedData(head: head, body: body, cacheStatus: status)
  }

  /// The body, decoded from JSON.
  ///
  /// - Throws: ``FetchError/Cause/malformedJSON(reason:)`` where the body is no JSON, and
  ///   ``FetchError/Cause/unexpectedJSON(path:reason:)`` where it has another shape.
  public func json<Value: Decodable>(_ type: Value.Type) throws(FetchError) -> Value {
    try JSONBody(url: head.url, data: body).decode(type)
  }
}
