import NIOCore
import NIOHTTP1
import NIOHTTP2

/// Looks at the head of each answer, right behind the codec, before AsyncHTTPClient sees it.
///
/// That takes every status below 200 for one that announces another head, and ends the process where a body or an end follows: any
/// server could do that with a status of 042, which is none (RFC 9110, section 15). And what the codec does not undo of a transfer
/// coding was taken for the body (RFC 9112, section 6.1). NIO's decompression
/// undoes the first of a content's codings alone, where it has that name, and begins with a head that announces another one. And it
/// undoes what nobody wants undone: an archive that was asked for as it is, and is said to be coded.
final class HeadCheck: ChannelDuplexHandler {
  typealias InboundIn = HTTPClientResponsePart
  typealias InboundOut = HTTPClientResponsePart
  typealias OutboundIn = HTTPClientRequestPart
  typealias OutboundOut = HTTPClientRequestPart

  /// Where decompression does not see what a content is coded with. No server can send a field of this name, as of
  /// ``MeasuredExchange/field``.
  fileprivate static let hiddenField = "errands coding"

  private let decompresses: Bool
  /// Whether the answer that comes next is to stay as it is.
  private var isAsItIs = false
  private var isRefused = false

  init(decompresses: Bool) { self.decompresses = decompresses }

  /// The rest of a body is asked for in that way, too, and where the whole comes in its place that is read as any.
  func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
    if decompresses, case .head(let head) = unwrapOutboundIn(data) {
      isAsItIs =
        head.headers[canonicalForm: "Accept-Encoding"] == ["identity"]
        && !head.headers.contains(name: "Range")
    }
    context.write(data, promise: promise)
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    if isRefused { return }
    guard case .head(var head) = unwrapInboundIn(data) else { return context.fireChannelRead(data) }
    do {
      try check(&head)
      context.fireChannelRead(wrapInboundOut(.head(head)))
    } catch {
      isRefused = true
      context.fireErrorCaught(error)
      context.close(promise: nil)
    }
  }

  private func check(_ head: inout HTTPResponseHead) throws {
    if head.status.code < 100 { throw HTTPParserError.invalidStatus }
    let codings = head.headers[canonicalForm: "Transfer-Encoding"].map { $0.lowercased() }
    if codings.contains(where: { $0 != "chunked" && $0 != "identity" }) { throw UnknownTransferCoding() }
    if isAsItIs { return head.headers.rename("Content-Encoding", to: Self.hiddenField) }
    if decompresses { try Self.checkContentCoding(of: &head) }
  }

  /// Names it as NIO's decompression knows it (RFC 9110, section 8.4.1.3).
  private static func checkContentCoding(of head: inout HTTPResponseHead) throws {
    let codings = head.headers[canonicalForm: "Content-Encoding"].map { $0.lowercased() }
      .filter { $0 != "identity" }
    guard let coding = codings.first else { return }
    if codings.count > 1 { throw SeveralContentCodings() }
    head.headers.remove(name: "Content-Encoding")
    if head.status.code >= 200 {
      head.headers.add(name: "Content-Encoding", value: coding == "x-gzip" ? "gzip" : coding)
    }
  }
}

extension HTTPHeaders {
  fileprivate mutating func rename(_ name: String, to other: String) {
    let values = self[name]
    if values.isEmpty { return }
    remove(name: name)
    for value in values { add(name: other, value: value) }
  }

  /// Says of an answer that was left as it is what it is coded with.
  mutating func showCoding() { rename(HeadCheck.hiddenField, to: "Content-Encoding") }
}

/// The body has been coded for the way in a form that nobody here undoes.
struct UnknownTransferCoding: Error {}

/// The body has been coded more than once, of which one would be undone.
struct SeveralContentCodings: Error {}

extension Channel {
  /// Checks the heads of this connection, or of this stream over HTTP/2. On its event loop only. It fails where there is no codec of
  /// those that are known here.
  func checkHeads(decompresses: Bool) -> EventLoopFuture<Void> {
    eventLoop.makeCompletedFuture {
      let pipeline = pipeline.syncOperations
      let codec: any ChannelHandler =
        if let codec = try? pipeline.handler(type: ByteToMessageHandler<HTTPResponseDecoder>.self) {
          codec
        } else {
          try pipeline.handler(type: HTTP2FramePayloadToHTTP1ClientCodec.self)
        }
      try pipeline.addHandler(HeadCheck(decompresses: decompresses), position: .after(codec))
    }
  }
}
