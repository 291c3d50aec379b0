import Foundation

/// An answer out of the cache, as the caller gets it: with its age, and of the part that the request asks for.
struct CachedResponse: Sendable {
  let head: FetchHead
  let body: CachedBody
  var status: CacheStatus
  /// Where it was found.
  let tier: LoadMetrics.Tier

  /// - Parameter age: In seconds (RFC 9111, section 5.1).
  init(_ stored: StoredAnswer, for request: FetchRequest, age: Int64, status: CacheStatus) {
    var fields = stored.head.head.fields
    fields["Age"] = "\(max(0, age))"
    let whole = FetchHead(url: stored.head.head.url, status: stored.head.head.status, fields: fields)
    (head, body) = Self.part(of: whole, stored.body, for: request)
    self.status = status
    tier = stored.tier
  }

  /// A stored body that was compressed on its way is no longer, and has other ranges than the server's.
  private static func part(
    of whole: FetchHead,
    _ body: CachedBody,
    for request: FetchRequest
  ) -> (FetchHead, CachedBody) {
    guard request.method == .get else { return (whole, .data(Data())) }
    guard whole.status == 200, whole.fields["Content-Encoding"] == nil,
      let range = request.fields["Range"].flatMap(RequestedRange.init), isSame(whole, for: request)
    else { return (whole, body) }
    var fields = whole.fields
    guard let bytes = range.resolved(in: body.length) else {
      fields["Content-Range"] = "bytes */\(body.length)"
      fields["Content-Length"] = "0"
      return (FetchHead(url: whole.url, status: 416, fields: fields), .data(Data()))
    }
    fields["Content-Range"] = "bytes \(bytes.lowerBound)-\(bytes.upperBound - 1)/\(body.length)"
    fields["Content-Length"] = "\(bytes.count)"
    return (FetchHead(url: whole.url, status: 206, fields: fields), body.part(bytes))
  }

  /// Whether the range is to be of what is stored, where the request says what it has of it (RFC 9110, section 13.1.5).
  private static func isSame(_ whole: FetchHead, for request: FetchRequest) -> Bool {
    guard let condition = request.fields["If-Range"] else { return true }
    switch Validator(strong: whole.fields) {
    case .entityTag(let tag)?: return EntityTag(condition)?.isSame(as: tag) ?? false
    case .lastModified(let date)?: return HTTPDate(condition) == date
    case nil: return false
    }
  }
}
