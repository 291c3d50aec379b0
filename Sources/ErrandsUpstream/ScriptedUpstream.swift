import Foundation
import NIOCore
import NIOHTTP1
import NIOPosix

/// An HTTP/1.1 server on loopback in which a test decides everything, and which records what it saw.
///
/// ```swift
/// let upstream = try await ScriptedUpstream.start { request in
///   request.path == "/a" ? .ok("hello") : .status(503, headers: ["Retry-After": "1"])
/// }
/// let (data, _) = try await URLSession.shared.data(from: upstream.url("/a"))
/// #expect(String(decoding: data, as: UTF8.self) == "hello")
/// #expect(upstream.requests.map(\.path) == ["/a"])
/// await upstream.stop()
/// ```
///
/// It reads while it answers, so a client that leaves is noticed at once, whether the script is just sending,
/// waiting at a gate, or not yet written because the closure still thinks: the closure's task or the script
/// is cancelled, and ``earlyCloses`` counts it.
public final class ScriptedUpstream: Sendable {
  /// Where the server listens, as in `http://127.0.0.1:40123`.
  public let url: URL
  /// The port that the server listens on.
  public let port: Int

  let server: UpstreamServer
  private let listener: any Channel

  private init(url: URL, port: Int, server: UpstreamServer, listener: any Channel) {
    self.url = url
    self.port = port
    self.server = server
    self.listener = listener
    listener.closeFuture.whenComplete { _ in server.ledger.update { $0.endListening() } }
  }

  deinit {
    listener.close(promise: nil)
    server.stop()
  }

  /// Starts a server.
  ///
  /// - Parameters:
  ///   - host: The address to listen on. Loopback by default.
  ///   - port: The port to listen on; 0, the default, takes any free one.
  ///   - group: The event loops. NIO's own, which live as long as the process, by default; others are the
  ///     caller's to shut down, after ``stop()``.
  ///   - shaping: Slowness of all answers whose scripts have none of their own.
  ///   - clock: Measures delays and shaping.
  ///   - requestsKept: How many of the latest requests are kept for ``requests`` and ``request(_:)``. Default 1,000.
  ///   - bodyBytesKept: Bytes of each request's content that are kept; the rest is read and counted. Default 1 MiB.
  ///   - answeringEarly: Asked about each request that has content, once its head has come, on an event loop: it must
  ///     not block. Where it gives an answer, that is sent in place of `respond`'s, as soon as enough of the content is
  ///     there; the rest is read and dropped. Default `nil`: content comes whole before it is answered.
  ///   - onConnection: Called on the event loop of each new connection, to add handlers to its pipeline: between the
  ///     decoder of requests and the server's handler, which tells of each answer by ``AnswerEnded``.
  ///   - onExchange: Called after each exchange, on an event loop: it must not block.
  ///   - respond: The script for a request. It runs in a task of its own, which is cancelled when the client
  ///     leaves. If it throws, the answer is status 500 with the error's text.
  /// - Throws: ``ScriptedUpstreamError/cannotListen(host:port:reason:)``.
  public static func start(
    host: String = "127.0.0.1",
    port: Int = 0,
    group: any EventLoopGroup = MultiThreadedEventLoopGroup.singleton,
    shaping: Shaping = .none,
    clock: any Clock<Duration> = ContinuousClock(),
    requestsKept: Int = 1_000,
    bodyBytesKept: Int = 1 << 20,
    answeringEarly: (@Sendable (RecordedRequest) -> EarlyAnswer?)? = nil,
    onConnection: (@Sendable (any Channel) throws -> Void)? = nil,
    onExchange: (@Sendable (Exchange) -> Void)? = nil,
    respond: @escaping @Sendable (RecordedRequest) async throws -> Script
  ) async throws -> ScriptedUpstream {
    let server = UpstreamServer(
      shaping: shaping,
      clock: clock,
      requestsKept: max(0, requestsKept),
      bodyBytesKept: max(0, bodyBytesKept),
      answeringEarly: answeringEarly,
      onExchange: onExchange,
      respond: respond
    )
    let listener: any Channel
    do {
      listener = try await bootstrap(group, server, onConnection).bind(host: host, port: port).get()
    } catch {
      throw ScriptedUpstreamError.cannotListen(host: host, port: port, reason: reason(of: error))
    }
    let bound = listener.localAddress?.port ?? port
    guard let url = URL(string: "http://\(host.contains(":") ? "[\(host)]" : host):\(bound)") else {
      listener.close(promise: nil)
      throw ScriptedUpstreamError.cannotListen(host: host, port: port, reason: "this host makes no URL")
    }
    return ScriptedUpstream(url: url, port: bound, server: server, listener: listener)
  }

  /// Starts a server with one script for each path; other paths get status 404.
  ///
  /// - Throws: ``ScriptedUpstreamError/cannotListen(host:port:reason:)``.
  public static func start(routes: [String: Script]) async throws -> ScriptedUpstream {
    try await start { routes[$0.path] ?? .status(404) }
  }

  /// The URL of a path, with or without a query, on this server.
  public func url(_ pathAndQuery: String) -> URL {
    URL(string: pathAndQuery, relativeTo: url)?.absoluteURL ?? url.appendingPathComponent(pathAndQuery)
  }

  /// Stops listening, closes all connections, cancels all scripts, and returns when none of it is left. A
  /// `respond` that takes no notice of its cancellation is waited for. Stopping twice has no further effect.
  public func stop() async {
    listener.close(promise: nil)
    server.stop()
    // In a task of its own, so that the clean-up of a cancelled test is waited for like any other.
    await Task { [server] in try? await server.ledger.wait { $0.hasEnded } }.value
  }

  private static func reason(of error: any Error) -> String {
    (error as? IOError).map { String(cString: strerror($0.errnoCode)).lowercased() } ?? "\(error)"
  }

  private static func bootstrap(
    _ group: any EventLoopGroup,
    _ server: UpstreamServer,
    _ onConnection: (@Sendable (any Channel) throws -> Void)?
  ) -> ServerBootstrap {
    ServerBootstrap(group: group)
      .serverChannelOption(.backlog, value: 1_024)
      .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
      .serverChannelInitializer { channel in
        channel.eventLoop.makeCompletedFuture {
          // A process that is out of file descriptors would do nothing but try to accept.
          let rest = AcceptBackoffHandler(shouldForwardIOErrorCaught: false)
          try channel.pipeline.syncOperations.addHandler(rest)
        }
      }
      .childChannelOption(.tcpOption(.tcp_nodelay), value: 1)
      .childChannelInitializer { channel in
        channel.eventLoop.makeCompletedFuture {
          let decoder = ByteToMessageHandler(HTTPRequestDecoder(leftOverBytesStrategy: .dropBytes))
          let inlet = Inlet()
          let connection = UpstreamConnection(server: server, inlet: inlet)
          try channel.pipeline.syncOperations.addHandlers([inlet, decoder, connection])
          try onConnection?(channel)
        }
      }
  }
}
