import Errands
import Foundation
import NIOCore
import NIOPosix

/// A proxy that makes tunnels (RFC 9110, section 9.3.6), and knows one name that no system knows.
final class TunnelProxy: Sendable {
  struct Request: Sendable, Equatable {
    /// Host and port.
    let target: String
    let authorization: String?
  }

  /// Leads to 127.0.0.1 for this proxy, and nowhere for all others.
  static let ownName = "only-the-proxy-knows.invalid"

  let port: Int
  private let channel: any Channel
  private let log: Log

  /// What its tunnels write to.
  fileprivate final class Log: Sendable {
    let requests = Lock<[Request]>([])
  }

  private init(channel: any Channel, log: Log) {
    port = channel.localAddress?.port ?? 0
    self.channel = channel
    self.log = log
  }

  var requests: [Request] { log.requests.withLock { $0 } }

  func stop() async { try? await channel.close() }

  static func start() async throws -> TunnelProxy {
    let log = Log()
    let channel = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
      .childChannelInitializer { channel in
        channel.eventLoop.makeCompletedFuture {
          try channel.pipeline.syncOperations.addHandler(Tunnel(log))
        }
      }
      .bind(host: "127.0.0.1", port: 0).get()
    return TunnelProxy(channel: channel, log: log)
  }
}

/// One end of a tunnel: reads the request for it, and hands on what comes behind.
private final class Tunnel: ChannelInboundHandler {
  typealias InboundIn = ByteBuffer
  typealias OutboundOut = ByteBuffer

  private let log: TunnelProxy.Log
  private var head = ""
  private var other: (any Channel)?

  init(_ log: TunnelProxy.Log) {
    self.log = log
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    let bytes = unwrapInboundIn(data)
    if let other { return other.writeAndFlush(bytes, promise: nil) }
    // A client says nothing more before it is answered.
    head += String(buffer: bytes)
    if head.hasSuffix("\r\n\r\n") { connect(context) }
  }

  func channelInactive(context: ChannelHandlerContext) { other?.close(promise: nil) }

  private func connect(_ context: ChannelHandlerContext) {
    let lines = head.split(separator: "\r\n")
    let target = lines.first?.split(separator: " ").dropFirst().first.map(String.init) ?? ""
    let authorization = lines.first { $0.lowercased().hasPrefix("proxy-authorization: ") }?
      .drop { $0 != " " }.dropFirst()
    log.requests.withLock { $0.append(.init(target: target, authorization: authorization.map(String.init))) }
    let parts = target.split(separator: ":")
    let name = parts.first.map(String.init) ?? ""
    let client = context.channel
    ClientBootstrap(group: context.eventLoop)
      .channelInitializer { channel in
        channel.eventLoop.makeCompletedFuture {
          try channel.pipeline.syncOperations.addHandler(HandOn(to: client))
        }
      }
      .connect(
        host: name == TunnelProxy.ownName ? "127.0.0.1" : name,
        port: parts.last.flatMap { Int($0) } ?? 0
      )
      .assumeIsolated()
      .whenComplete { outcome in
        guard case .success(let server) = outcome else { return client.close(promise: nil) }
        self.other = server
        client.writeAndFlush(ByteBuffer(string: "HTTP/1.1 200 OK\r\n\r\n"), promise: nil)
      }
  }
}

private final class HandOn: ChannelInboundHandler {
  typealias InboundIn = ByteBuffer

  private let other: any Channel

  init(to other: any Channel) {
    self.other = other
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    other.writeAndFlush(unwrapInboundIn(data), promise: nil)
  }

  func channelInactive(context: ChannelHandlerContext) { other.close(promise: nil) }
}
