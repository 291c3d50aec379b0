import ErrandsUpstream
import Foundation
import GalleryConnections

/// The upstream for machines without a network: a real server on a real socket, which speaks the formats of the
/// real ones, draws its own covers, and can be told to behave badly. Everything in it is invented, and the same
/// for the same seed.
public final class EmbeddedUpstream: Sendable {
  public struct Configuration: Sendable {
    /// Where to listen. Default 127.0.0.1.
    public var host = "127.0.0.1"
    /// The port to listen on; 0, the default, takes a free one.
    public var port = 0
    /// What the invented world grows from. Default 1.
    public var seed: UInt64 = 1
    /// What the network is like at first. Default a good one.
    public var network = Network()
    /// How many connections are held, and how long. Default ``ConnectionLimits/init()``.
    public var connections = ConnectionLimits()

    public init() {}
  }

  /// Where it listens, as in `http://127.0.0.1:40123`.
  public var url: URL { server.url }
  public var port: Int { server.port }

  /// What the network is like, and what it is changed by.
  public let network: CurrentNetwork

  private let server: ScriptedUpstream

  private init(server: ScriptedUpstream, network: CurrentNetwork) {
    self.server = server
    self.network = network
  }

  /// Starts listening.
  ///
  /// - Parameters:
  ///   - clock: What measures the network's slowness.
  ///   - onExchange: Called after each request; it must not block.
  /// - Throws: `ScriptedUpstreamError.cannotListen`.
  public static func start(
    _ configuration: Configuration = Configuration(),
    clock: any Clock<Duration> = ContinuousClock(),
    onExchange: (@Sendable (Exchange) -> Void)? = nil
  ) async throws -> EmbeddedUpstream {
    let library = UpstreamLibrary(seed: configuration.seed)
    let network = CurrentNetwork(configuration.network)
    let connections = Connections(limits: configuration.connections)
    let server = try await ScriptedUpstream.start(
      host: configuration.host,
      port: configuration.port,
      clock: clock,
      requestsKept: 0,
      // No route reads any.
      bodyBytesKept: 0,
      onConnection: { try $0.keepWithin(configuration.connections, among: connections) },
      onExchange: onExchange
    ) { request in
      let script = try await library.answer(to: request)
      let weather = NetworkWeather(network: network.value, seed: configuration.seed)
      return weather.script(for: script, answering: request).dated()
    }
    return EmbeddedUpstream(server: server, network: network)
  }

  public func stop() async { await server.stop() }
}
