import NIOHTTP1

/// A request on its way into the record, and what its answer has to know of it.
struct IncomingRequest: Sendable {
  var recorded: RecordedRequest
  let isHTTP10: Bool
  let wantsConnectionKept: Bool

  init(_ head: HTTPRequestHead, connection: Int) {
    var headers = HeaderFields()
    for (name, value) in head.headers { headers.append(name: name, value: value) }
    let parts = head.uri.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    recorded = RecordedRequest(
      connection: connection,
      method: head.method.rawValue,
      path: String(parts[0]),
      query: parts.count > 1 ? String(parts[1]) : nil,
      headers: headers
    )
    isHTTP10 = head.version == .http1_0
    wantsConnectionKept = head.isKeepAlive
  }
}
