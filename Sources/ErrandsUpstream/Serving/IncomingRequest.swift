import NIOCore
import NIOHTTP1

/// A request on its way into the record, and what its answer has to know of it.
struct IncomingRequest: Sendable {
  var recorded: RecordedRequest
  let isHTTP10: Bool
  let wantsConnectionKept: Bool
  let hasContent: Bool
  /// Whether the client waits to be told to send its content (RFC 9110 section 10.1.1). One of HTTP/1.0 does not: it
  /// would take an interim answer for the answer.
  let expectsContinue: Bool
  /// The answer that does not wait for all of the content, if there is one.
  var earlyAnswer: EarlyAnswer?

  init(_ head: HTTPRequestHead, connection: Int) {
    var headers = HeaderFields()
    headers.append(contentsOf: head.headers)
    let target = Self.originForm(of: head.uri)
    let parts = target.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    recorded = RecordedRequest(
      connection: connection,
      method: head.method.rawValue,
      path: parts[0].isEmpty ? "/" : String(parts[0]),
      query: parts.count > 1 ? String(parts[1]) : nil,
      headers: headers
    )
    isHTTP10 = head.version == .http1_0
    hasContent = headers["Transfer-Encoding"] != nil || headers["Content-Length"].map { $0 != "0" } ?? false
    expectsContinue = !isHTTP10 && hasContent && headers.lists("100-continue", in: "Expect")
    wantsConnectionKept = head.isKeepAlive && !head.leavesHTTP
  }

  /// Without the scheme and the host of an absolute form, which every server has to take (RFC 9112 section 3.2.2).
  private static func originForm(of target: String) -> Substring {
    guard target.lowercased().hasPrefix("http://") else { return target[...] }
    return target.dropFirst("http://".count).drop { $0 != "/" && $0 != "?" }
  }

  /// Whether it is to be answered now, with what has come of its content.
  var isAnsweredEarly: Bool {
    earlyAnswer.map { recorded.bodyLength >= $0.contentBytes } ?? false
  }

  /// A piece of content has come, of which no more is kept than there is room for.
  mutating func take(_ bytes: ByteBuffer, keeping limit: Int) {
    let room = max(0, limit - recorded.body.count)
    recorded.body.append(contentsOf: bytes.readableBytesView.prefix(room))
    recorded.bodyLength += bytes.readableBytes
  }

  /// The content has come whole, before it was answered.
  mutating func end(trailers: HTTPHeaders?) {
    earlyAnswer = nil
    if let trailers { recorded.trailers.append(contentsOf: trailers) }
  }
}

extension HTTPRequestHead {
  /// Whether what comes behind it may be of another protocol (RFC 9110 sections 7.8 and 9.3.6): the parser gives nothing of
  /// that, and would keep it all.
  fileprivate var leavesHTTP: Bool { method == .CONNECT || headers.contains(name: "Upgrade") }
}

extension HeaderFields {
  fileprivate mutating func append(contentsOf headers: HTTPHeaders) {
    for (name, value) in headers { append(name: name, value: value) }
  }
}
