import ErrandsLoading
import NIOCore
import NIOHTTP1

/// Looks on at the exchanges of one HTTP/1.1 connection, right behind its codec, and hands what it has seen on with the head of
/// each answer: in a field, the only place that gets through AsyncHTTPClient.
final class ExchangeTimer: ChannelDuplexHandler {
  typealias InboundIn = HTTPClientResponsePart
  typealias InboundOut = HTTPClientResponsePart
  typealias OutboundIn = HTTPClientRequestPart
  typealias OutboundOut = HTTPClientRequestPart

  /// Of an exchange, written once for the connection.
  private let suffix: String
  private var sent = NIODeadline.uptimeNanoseconds(0)
  private var count = 0

  /// - Parameter made: When the connection was there.
  init(_ peer: TransportPeer, made: NIODeadline) {
    suffix = MeasuredExchange.suffix(peer, made: made)
  }

  func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
    if case .head = unwrapOutboundIn(data) {
      sent = .now()
      count += 1
    }
    context.write(data, promise: promise)
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    guard case .head(var head) = unwrapInboundIn(data) else { return context.fireChannelRead(data) }
    let text = MeasuredExchange.text(sent: sent, answered: .now(), count: count, suffix)
    head.headers.replaceOrAdd(name: MeasuredExchange.field, value: text)
    context.fireChannelRead(wrapInboundOut(.head(head)))
  }
}

extension Channel {
  /// Measures the exchanges of this connection, which has been made just now and has AsyncHTTPClient's handlers. On its event
  /// loop only. No effect where they are not as they are known here: nothing is measured then.
  func measureExchanges() {
    guard let peer = remoteAddress.flatMap(TransportPeer.init),
      let codec = try? pipeline.syncOperations.handler(type: ByteToMessageHandler<HTTPResponseDecoder>.self)
    else { return }
    try? pipeline.syncOperations.addHandler(ExchangeTimer(peer, made: .now()), position: .after(codec))
  }
}
