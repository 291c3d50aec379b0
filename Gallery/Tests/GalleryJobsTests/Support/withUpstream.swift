import Errands
import ErrandsAsyncHTTPClient
import ErrandsLoading
import ErrandsUpstream

/// Runs a test against a server and stops the server afterwards, however the test ends.
@discardableResult
func withUpstream<Result>(
  isolation: isolated (any Actor)? = #isolation,
  respond: @escaping @Sendable (RecordedRequest) async throws -> Script,
  _ test: (ScriptedUpstream) async throws -> Result
) async throws -> Result {
  let upstream = try await ScriptedUpstream.start(respond: respond)
  do {
    let result = try await test(upstream)
    await upstream.stop()
    return result
  } catch {
    await upstream.stop()
    throw error
  }
}

/// The same, with one script for whatever is asked.
@discardableResult
func withUpstream<Result>(
  isolation: isolated (any Actor)? = #isolation,
  _ script: Script,
  _ test: (ScriptedUpstream) async throws -> Result
) async throws -> Result {
  try await withUpstream(respond: { _ in script }, test)
}

extension Fetcher {
  /// One that may reach the upstream on loopback, and tries once unless told otherwise.
  static func local(
    retry: RetryPolicy = .never,
    clock: any Clock<Duration> = ContinuousClock(),
    over change: (any Transport) -> any Transport = { $0 }
  ) -> Fetcher {
    var configuration = Fetcher.Configuration()
    configuration.retry = retry
    configuration.clock = clock
    return Fetcher(transport: change(localTransport()), configuration: configuration)
  }

  static func localTransport() -> any Transport {
    var transport = AsyncHTTPClientTransport.Configuration()
    transport.addressGuard = AddressGuard(allowsPrivate: true)
    transport.connectionsPerHost = 64
    return AsyncHTTPClientTransport(configuration: transport)
  }
}
