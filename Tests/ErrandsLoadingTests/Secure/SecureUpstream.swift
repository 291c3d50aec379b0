import Errands
import ErrandsTesting
import Foundation
import NIOCore
import NIOHTTP1
import NIOHTTP2
import NIOPosix
import NIOSSL

/// A server that speaks TLS, and within it HTTP/1.1 or HTTP/2 as the client wishes. It answers with the version that was
/// spoken; at `/cut` it ends the answer after half of a body of 1,000 bytes.
final class SecureUpstream: Sendable {
  struct Counts: Sendable, Equatable {
    var connections = 0
    var requests = 0
  }

  let port: Int
  private let channel: any Channel
  private let log: Log

  /// What its connections write to.
  fileprivate final class Log: Sendable {
    let counts = Lock(Counts())
    let accepted = Events<any Channel>()
  }

  private init(channel: any Channel, log: Log) {
    port = channel.localAddress?.port ?? 0
    self.channel = channel
    self.log = log
  }

  var counts: Counts { log.counts.withLock { $0 } }

  func url(_ path: String, host: String = "localhost") throws -> URL {
    try URL(fetching: "https://\(host):\(port)\(path)")
  }

  /// Waits until there has been a connection.
  func connection() async throws { _ = try await log.accepted.event(1) }

  /// Closes its connections, too.
  func stop() async {
    try? await channel.close()
    for connection in log.accepted.all { try? await connection.close() }
  }

  /// - Parameters:
  ///   - authority: Who has to have signed the certificate that a client shows; nil, the default, asks for none.
  ///   - mute: To how many connections, the first ones, it says nothing.
  static func start(
    as identity: TestCertificates.Identity,
    asking authority: NIOSSLCertificate? = nil,
    mute: Int = 0
  ) async throws -> SecureUpstream {
    var tls = TLSConfiguration.makeServerConfiguration(
      certificateChain: [.certificate(identity.certificate)],
      privateKey: .privateKey(identity.key)
    )
    tls.applicationProtocols = NIOHTTP2SupportedALPNProtocols
    if let authority {
      tls.certificateVerification = .noHostnameVerification
      tls.trustRoots = .certificates([authority])
    }
    let context = try NIOSSLContext(configuration: tls)
    let log = Log()
    let channel = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
      .childChannelInitializer { channel in
        let number = log.counts.withLock { counts in
          counts.connections += 1
          return counts.connections
        }
        log.accepted.record(channel)
        if number <= mute { return channel.eventLoop.makeSucceededVoidFuture() }
        return channel.eventLoop.makeCompletedFuture {
          try channel.pipeline.syncOperations.addHandler(NIOSSLServerHandler(context: context))
        }.flatMap {
          channel.configureCommonHTTPServerPipeline { stream in
            stream.eventLoop.makeCompletedFuture {
              try stream.pipeline.syncOperations.addHandler(Answers(log))
            }
          }
        }
      }
      .bind(host: "127.0.0.1", port: 0).get()
    return SecureUpstream(channel: channel, log: log)
  }
}

private final class Answers: ChannelInboundHandler {
  typealias InboundIn = HTTPServerRequestPart
  typealias OutboundOut = HTTPServerResponsePart

  private let log: SecureUpstream.Log
  private var request: HTTPRequestHead?

  init(_ log: SecureUpstream.Log) {
    self.log = log
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    switch unwrapInboundIn(data) {
    case .head(let head): request = head
    case .body: break
    case .end: if let request { answer(request, context) }
    }
  }

  private func answer(_ request: HTTPRequestHead, _ context: ChannelHandlerContext) {
    log.counts.withLock { $0.requests += 1 }
    let isCut = request.uri == "/cut"
    let body = isCut ? String(repeating: "x", count: 500) : "HTTP/\(request.version.major)"
    let head = HTTPResponseHead(
      version: request.version,
      status: request.uri == "/none" ? .custom(code: 42, reasonPhrase: "") : .ok,
      headers: ["Content-Length": "\(isCut ? 1_000 : body.utf8.count)"]
    )
    context.write(wrapOutboundOut(.head(head)), promise: nil)
    let written = context.eventLoop.makePromise(of: Void.self)
    context.writeAndFlush(wrapOutboundOut(.body(.byteBuffer(ByteBuffer(string: body)))), promise: written)
    guard isCut else { return context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: nil) }
    let channel = context.channel
    written.futureResult.whenComplete { _ in channel.close(promise: nil) }
  }
}
