import NIOCore

#if canImport(Glibc)
  import Glibc
#endif

/// Watches the bytes of a connection: the first of a request, and whether those of an answer go anywhere.
///
/// Not by the time of the last write: a picture is one write, which takes minutes on a slow line and is under way all
/// the while.
package final class ByteWatch: ChannelDuplexHandler, RemovableChannelHandler {
  package typealias InboundIn = ByteBuffer
  package typealias InboundOut = ByteBuffer
  package typealias OutboundIn = IOData
  package typealias OutboundOut = IOData

  /// Looks in a limit.
  private static let looks = 4

  /// Called, once, when the next bytes arrive.
  package var whenBytesCome: (() -> Void)?
  /// Called when the client takes nothing from one look to the next, and when it does again.
  package var whenQuiet: ((_ isQuiet: Bool) -> Void)?
  /// Whether what the client sends is thrown away: nobody will read it any more.
  package var throwsAway = false
  private let interval: TimeAmount
  private var handed = 0
  private var taken = 0
  private var quietLooks = 0
  private var look: Scheduled<Void>?

  /// - Parameter limit: How long a client may take nothing.
  package init(limit: Duration) {
    interval = TimeAmount(limit) / Self.looks
  }

  package func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    if let tell = whenBytesCome {
      whenBytesCome = nil
      tell()
    }
    if !throwsAway { context.fireChannelRead(data) }
  }

  package func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
    handed += unwrapOutboundIn(data).readableBytes
    context.write(data, promise: promise)
    if look == nil { lookLater(context) }
  }

  package func handlerRemoved(context: ChannelHandlerContext) {
    look?.cancel()
    look = nil
    (whenBytesCome, whenQuiet) = (nil, nil)
  }

  private func lookLater(_ context: ChannelHandlerContext) {
    look = context.eventLoop.assumeIsolated().scheduleTask(in: interval) { self.look(context) }
  }

  private func look(_ context: ChannelHandlerContext) {
    look = nil
    let pending = (try? context.channel.syncOptions?.getOption(.bufferedWritableBytes)) ?? 0
    let before = taken
    taken = handed - pending
    let isQuiet = pending > 0 && taken == before
    if isQuiet != (quietLooks > 0) { whenQuiet?(isQuiet) }
    quietLooks = isQuiet ? quietLooks + 1 : 0
    if quietLooks >= Self.looks { return context.close(promise: nil) }
    if pending > 0 { lookLater(context) }
  }
}

extension Channel {
  /// Has the system take little ahead of a slow client: what waits in the kernel is as good as sent, as far as this
  /// process can tell, and without this that would be megabytes.
  package func takeLittleAhead() {
    #if canImport(Glibc)
      let option = ChannelOptions.Types.SocketOption(level: .tcp, name: .init(rawValue: TCP_NOTSENT_LOWAT))
      try? syncOptions?.setOption(option, value: 32 << 10)
    #endif
  }
}

extension TimeAmount {
  fileprivate static func / (amount: TimeAmount, divisor: Int) -> TimeAmount {
    .nanoseconds(amount.nanoseconds / Int64(divisor))
  }
}
