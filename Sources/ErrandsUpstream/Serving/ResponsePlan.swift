import NIOCore
import NIOHTTP1

/// What a script comes to as the answer to a certain request: its head, and how content and connection go on.
struct ResponsePlan: Sendable {
  /// The status line and header fields; empty for a raw script.
  private(set) var head = ByteBuffer()
  /// The status that the client gets to see, if any.
  let status: Int?
  let sendsContent: Bool
  let isChunked: Bool
  let keepsConnection: Bool

  init(_ script: Script, answering request: IncomingRequest) {
    guard script.framing != .raw else {
      (status, sendsContent, isChunked, keepsConnection) = (nil, true, false, false)
      return
    }
    let allowsContent = script.status >= 200 && script.status != 204 && script.status != 304
    let needsClose = script.framing == .untilClose || (script.framing == .chunked && request.isHTTP10)
    let length = script.contentLength
    var headers = script.headers
    isChunked = script.framing == .chunked && allowsContent && !request.isHTTP10
    if isChunked {
      headers.append(name: "Transfer-Encoding", value: "chunked")
    } else if case .length(let declared) = script.framing {
      headers.append(name: "Content-Length", value: "\(declared)")
    } else if script.framing == .automatic, allowsContent,
      headers["Content-Length"] == nil, headers["Transfer-Encoding"] == nil
    {
      headers.append(name: "Content-Length", value: "\(length)")
    }
    status = script.status
    sendsContent = allowsContent && request.recorded.method != "HEAD"

    let isTruncated = sendsContent && length < headers["Content-Length"].flatMap { Int($0) } ?? 0
    let saysClose = headers.lists("close", in: "Connection")
    let announcesClose = needsClose || !request.wantsConnectionKept
    if headers["Connection"] == nil {
      if announcesClose {
        headers.append(name: "Connection", value: "close")
      } else if request.isHTTP10 {
        headers.append(name: "Connection", value: "keep-alive")
      }
    }
    keepsConnection = !announcesClose && !saysClose && !isTruncated
    head = Self.write(script, headers)
  }

  private static func write(_ script: Script, _ headers: HeaderFields) -> ByteBuffer {
    let reason = script.reason ?? HTTPResponseStatus(statusCode: script.status).reasonPhrase
    var head = ByteBuffer()
    head.reserveCapacity(512)
    head.writeString("HTTP/1.1 \(script.status) \(reason)\r\n")
    for field in headers.fields {
      head.writeString("\(field.name): \(field.value)\r\n")
    }
    head.writeString("\r\n")
    return head
  }
}
