import NIOCore
import NIOHTTP1
import NIOHTTP2

/// Looks at the head of each answer, right behind the codec, before AsyncHTTPClient sees it.
///
/// That takes every status below 200 for one that announces another head, and ends the process where a body or an end follows: any
/// server could do that with a status of 042, which is none (RFC 9110, section 15). And what the codec does not undo of a transfer
/// coding was taken for the body (RFC 9112, section 6.1). NIO's decompression
/// undoes the first of a content's codings alone, where it has that name, and begins with a head that announces another one.
final class HeadCheck: ChannelInboundHandler {
  typealias InboundIn = HTTPClientResponsePart
  typealias InboundOut = HTTPClientResponsePart

  private let decompresses: Bool
  private var isRefused = false

  init(decompresses: Bool) { self.decompresses = decompresses }

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
