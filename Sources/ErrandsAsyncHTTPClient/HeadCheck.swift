import NIOCore
import NIOHTTP1
import NIOHTTP2

/// Looks at the head of each answer, right behind the codec, before AsyncHTTPClient sees it.
///
/// That takes every status below 200 for one that announces another head, and ends the process where a body or an end follows: any
/// server could do that with a status of 042, which is none (RFC 9110, section 15). And what the codec does not undo of a transfer
/// coding was taken for the body (RFC 9112, section 6.1).
final class HeadCheck: ChannelInboundHandler {
  typealias InboundIn = HTTPClientResponsePart
  typealias InboundOut = HTTPClientResponsePart

  private var isRefused = false

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    if !isRefused, case .head(let head) = unwrapInboundIn(data), let error = Self.fault(of: head) {
      isRefused = true
      context.fireErrorCaught(error)
      context.close(promise: nil)
    }
    if !isRefused { context.fireChannelRead(data) }
  }

  private static func fault(of head: HTTPResponseHead) -> (any Error)? {
    if head.status.code < 100 { return HTTPParserError.invalidStatus }
    let codings = head.headers[canonicalForm: "Transfer-Encoding"].map { $0.lowercased() }
    return codings.contains { $0 != "chunked" && $0 != "identity" } ? UnknownTransferCoding() : nil
  }
}

/// The body has been coded for the way in a form that nobody here undoes.
struct UnknownTransferCoding: Error {}

extension Channel {
  /// Checks the heads of this connection, or of this stream over HTTP/2. On its event loop only. It fails where there is no codec of
  /// those that are known here.
  func checkHeads() -> EventLoopFuture<Void> {
    eventLoop.makeCompletedFuture {
      let pipeline = pipeline.syncOperations
      let codec: any ChannelHandler =
        if let codec = try? pipeline.handler(type: ByteToMessageHandler<HTTPResponseDecoder>.self) {
          codec
        } else {
          try pipeline.handler(type: HTTP2FramePayloadToHTTP1ClientCodec.self)
        }
      try pipeline.addHandler(HeadCheck(), position: .after(codec))
    }
  }
}
