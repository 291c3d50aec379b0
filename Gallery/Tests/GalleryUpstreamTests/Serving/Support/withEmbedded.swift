import ErrandsAsyncHTTPClient
import ErrandsLoading
import ErrandsUpstream
import GalleryConnections
import GalleryUpstream

/// Runs a test against an embedded upstream and stops it afterwards, however the test ends.
@discardableResult
func withEmbedded<Result>(
  seed: UInt64 = 1,
  network: Network = Network(),
  clock: any Clock<Duration> = ContinuousClock(),
  onExchange: (@Sendable (Exchange) -> Void)? = nil,
  _ test: (EmbeddedUpstream) async throws -> Result
) async throws -> Result {
  var configuration = EmbeddedUpstream.Configuration()
  configuration.seed = seed
  configuration.network = network
  let upstream = try await EmbeddedUpstream.start(configuration, clock: clock, onExchange: onExchange)
  do {
    let result = try await test(upstream)
    await upstream.stop()
    return result
  } catch {
    await upstream.stop()
    throw error
  }
}

extension Network {
  /// One in which this fault happens to every answer.
  static func always(_ fault: UpstreamFault) -> Network {
    var network = Network()
    network.faults = [fault: 1]
    return network
  }
}

extension AsyncHTTPClientTransport {
  /// The real one, which may reach loopback.
  static func local() -> AsyncHTTPClientTransport {
    var configuration = Configuration()
    configuration.addressGuard = AddressGuard(allowsPrivate: true)
    return AsyncHTTPClientTransport(configuration: configuration)
  }
}

extension Fetcher {
  /// The real one, which may reach loopback and tries once.
  static func local(clock: any Clock<Duration> = ContinuousClock()) -> Fetcher {
    var configuration = Configuration()
    configuration.retry = .never
    configuration.clock = clock
    return Fetcher(transport: AsyncHTTPClientTransport.local(), configuration: configuration)
  }
}

extension EmbeddedUpstream {
  /// A chart of the second generation.
  static let chartPath = "/api/v2/us/music/most-played/10/albums.json"

  func request(_ path: String = chartPath, method: FetchRequest.Method = .get) throws -> FetchRequest {
    try FetchRequest(address: url.absoluteString + path, method: method)
  }
}
