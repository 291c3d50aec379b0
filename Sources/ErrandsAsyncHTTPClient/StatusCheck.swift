import NIOCore
import NIOHTTP1
import NIOHTTP2

/// Looks at the head of each answer, right behind the codec, before AsyncHTTPClient sees it.
///
/// That takes every status below 200 for one that announces another head, and ends the process where a body or an end follows: any
/// server could do that with a status of 042, which is none (RFC 9110, section 15).
final class StatusCheck: ChannelInboundHandler {
  typealias InboundIn = HTTPClientResponsePart
  typealias InboundOut = HTTPClientResponsePart

  private var isRefused = false

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    if case .head(let head) = unwrapInboundIn(data), head.status.code < 100, !isRefused {
      isRefused = true
      context.fireErrorCaught(HTTPParserError.invalidStatus)
      context.close(promise: nil)
    }
    if !isRefused { context.fireChannelRead(data) }
  }
}

extension Channel {
  /// Checks the heads of this connection, or of this stream over HTTP/2, before what follows. On its event loop only. It fails where
  /// there is no codec of those that are known here.
  func checkingStatuses(then next: () -> EventLoopFuture<Void>) -> EventLoopFuture<Void> {
    do { try checkStatuses() } catch { return eventLoop.makeFailedFuture(error) }
    return next()
  }

  private func checkStatuses() throws {
    let pipeline = pipeline.syncOperations
    let codec: any ChannelHandler =
      if let codec = try? pipeline.handler(type: ByteToMessageHandler<HTTPResponseDecoder>.self) {
        codec
      } else {
        try pipeline.handler(type: HTTP2FramePayloadToHTTP1ClientCodec.self)
      }
    try pipeline.addHandler(StatusCheck(), position: .after(codec))
  }
}
