import GalleryConnections
import HummingbirdCore
import Logging
import NIOCore
import NIOHTTP1

/// HTTP/1 as Hummingbird speaks it, with what keeps a connection in order and within its limits below it.
struct LimitedHTTP1: ServerChildChannel {
  struct Value: ServerChildChannelValue {
    fileprivate let http: HTTP1Channel.Value
    var channel: any Channel { http.channel }
  }

  /// Each connection keeps a buffer, and one that only listens has never needed more. What has more is read in larger pieces.
  private static let reading = AdaptiveRecvByteBufferAllocator(minimum: 256, initial: 256, maximum: 65_536)

  private let http: HTTP1Channel
  private let connections: Connections
  private let limits: ConnectionLimits
  private let log: RequestLog
  private let place: ServedPlace
  private let repeats: RepeatedAnswers?

  init(
    responder: @escaping HTTPChannelHandler.Responder,
    connections: Connections,
    limits: ConnectionLimits,
    log: RequestLog,
    place: ServedPlace,
    repeats: RepeatedAnswers?
  ) {
    http = HTTP1Channel(responder: responder)
    self.connections = connections
    self.limits = limits
    self.log = log
    self.place = place
    self.repeats = repeats
  }

  func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<Value> {
    http.setup(channel: channel, logger: logger).flatMapThrowing { http in
      let pipeline = channel.pipeline.syncOperations
      let connection = connections.admit(channel)
      let bytes = ByteWatch(limit: limits.stall)
      let handler = HTTPConnection(
        connection,
        limits: limits,
        bytes: bytes,
        place: place,
        repeats: repeats,
        onRefusal: log.refused
      )
      let parser = try pipeline.handler(type: ByteToMessageHandler<HTTPRequestDecoder>.self)
      try pipeline.addHandler(bytes, position: .first)
      try pipeline.addHandler(handler, position: .after(parser))
      channel.takeLittleAhead()
      try channel.syncOptions?.setOption(.recvAllocator, value: Self.reading)
      return Value(http: http)
    }
    .flatMapErrorThrowing { error in
      // Nothing else does.
      channel.close(promise: nil)
      throw error
    }
  }

  func handle(value: Value, logger: Logger) async {
    await http.handle(value: value.http, logger: logger)
  }
}

extension HTTPServerBuilder {
  static func limitedHTTP1(
    _ connections: Connections,
    _ limits: ConnectionLimits,
    log: RequestLog,
    at place: ServedPlace,
    repeating repeats: RepeatedAnswers?
  ) -> HTTPServerBuilder {
    HTTPServerBuilder {
      LimitedHTTP1(
        responder: $0,
        connections: connections,
        limits: limits,
        log: log,
        place: place,
        repeats: repeats
      )
    }
  }
}

extension Channel {
  /// Has a listening channel wait a second when the system gives no more connections. Otherwise a process that is out
  /// of file descriptors does nothing but try to accept.
  func restAfterFailedAccept() async throws {
    try await eventLoop.submit {
      let rest = AcceptBackoffHandler(shouldForwardIOErrorCaught: false)
      try self.pipeline.syncOperations.addHandler(rest, position: .first)
    }.get()
  }
}
