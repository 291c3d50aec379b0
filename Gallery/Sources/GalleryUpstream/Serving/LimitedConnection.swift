import ErrandsUpstream
import GalleryConnections
import NIOCore
import NIOHTTP1

/// Keeps a connection of the upstream within its limits of time, between what reads its requests and what answers them.
///
/// How slow the upstream is itself, for it can be told to be, is not the client's fault and has no limit.
final class LimitedConnection: ChannelDuplexHandler {
  typealias InboundIn = HTTPServerRequestPart
  typealias InboundOut = HTTPServerRequestPart
  typealias OutboundIn = ByteBuffer
  typealias OutboundOut = ByteBuffer

  private let connection: Connection?
  private let phases: ConnectionPhases
  private var isReceiving = false
  /// Requests that have come, and whose answers have not ended.
  private var unanswered = 0

  /// - Parameter connection: Nil where there is no place for it: it is told so, and closed.
  init(_ connection: Connection?, limits: ConnectionLimits, bytes: ByteWatch) {
    self.connection = connection
    phases = ConnectionPhases(of: connection, limits: limits, bytes: bytes)
  }

  func channelActive(context: ChannelHandlerContext) {
    phases.begin()
    context.fireChannelActive()
    if connection != nil {
      enter(.head, context)
    } else {
      refuse("503 Service Unavailable\r\nRetry-After: 1", context)
    }
  }

  func channelInactive(context: ChannelHandlerContext) {
    phases.stop()
    context.fireChannelInactive()
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    guard phase != .closing else { return }
    switch unwrapInboundIn(data) {
    case .head:
      isReceiving = true
      if unanswered == 0 { enter(.body, context) }
    case .body: break
    case .end:
      isReceiving = false
      unanswered += 1
      enter(.answering, context)
    }
    context.fireChannelRead(data)
  }

  func triggerUserOutboundEvent(
    context: ChannelHandlerContext,
    event: Any,
    promise: EventLoopPromise<Void>?
  ) {
    guard event is AnswerEnded else {
      return context.triggerUserOutboundEvent(event, promise: promise)
    }
    unanswered -= 1
    if unanswered == 0, phase == .answering { enter(isReceiving ? .body : .idle, context) }
    promise?.succeed()
  }

  private var phase: ConnectionPhases.Phase { phases.phase }

  private func enter(_ phase: ConnectionPhases.Phase, _ context: ChannelHandlerContext) {
    phases.enter(phase, on: context.eventLoop) { self.timeIsOver(context) }
  }

  private func timeIsOver(_ context: ChannelHandlerContext) {
    switch phase {
    case .head, .body: refuse("408 Request Timeout", context)
    case .idle, .answering, .closing: context.close(promise: nil)
    }
  }

  /// - Parameter status: With what is to be said beside it.
  private func refuse(_ status: String, _ context: ChannelHandlerContext) {
    let text = "HTTP/1.1 \(status)\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"
    context.writeAndFlush(wrapOutboundOut(ByteBuffer(string: text)), promise: nil)
    context.close(mode: .output, promise: nil)
    enter(.closing, context)
  }
}

extension Channel {
  /// Gives a new connection of the upstream a place among the others, and the limits that go with it.
  func keepWithin(_ limits: ConnectionLimits, among connections: Connections) throws {
    let bytes = ByteWatch(limit: limits.stall)
    let handler = LimitedConnection(connections.admit(self), limits: limits, bytes: bytes)
    let operations = pipeline.syncOperations
    let decoder = try operations.handler(type: ByteToMessageHandler<HTTPRequestDecoder>.self)
    try operations.addHandler(bytes, position: .first)
    try operations.addHandler(handler, position: .after(decoder))
    takeLittleAhead()
  }
}
