import NIOCore

/// Where the bytes of a connection come in, before they are taken for requests.
final class Inlet: ChannelInboundHandler {
  typealias InboundIn = ByteBuffer
  typealias InboundOut = ByteBuffer

  /// Whether they are thrown away: nobody reads them any more, and the decoder would keep them for as long as the connection
  /// is there.
  var isShut = false

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    if !isShut { context.fireChannelRead(data) }
  }
}
