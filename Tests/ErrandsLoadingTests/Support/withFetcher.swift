import Errands
import ErrandsLoading
import ErrandsUpstream

/// Runs a test with a fetcher and the upstream it talks to, and stops the upstream afterwards, however the test
/// ends. The fetcher tries once unless `change` says otherwise.
@discardableResult
func withFetcher<Result>(
  _ carrier: Carrier,
  clock: any Clock<Duration> = ContinuousClock(),
  _ change: (inout Fetcher.Configuration) -> Void = { _ in },
  respond: @escaping @Sendable (RecordedRequest) async throws -> Script,
  _ test: (Fetcher, ScriptedUpstream) async throws -> Result
) async throws -> Result {
  var configuration = Fetcher.Configuration()
  configuration.retry = .never
  configuration.clock = clock
  change(&configuration)
  let fetcher = Fetcher(transport: carrier.transport(), configuration: configuration)
  return try await withUpstream(clock: clock, respond: respond) { upstream in
    try await test(fetcher, upstream)
  }
}

/// The same, with one script for whatever is asked.
@discardableResult
func withFetcher<Result>(
  _ carrier: Carrier,
  _ script: Script,
  clock: any Clock<Duration> = ContinuousClock(),
  _ change: (inout Fetcher.Configuration) -> Void = { _ in },
  _ test: (Fetcher, ScriptedUpstream) async throws -> Result
) async throws -> Result {
  try await withFetcher(carrier, clock: clock, change, respond: { _ in script }, test)
}

extension ScriptedUpstream {
  /// Whether nobody has come but the caller, who does now: connections are accepted in their order, so that one that was on
  /// its way is here before. Looked at without that, nothing had come yet of whatever was to be sent.
  func sawNobody() async throws -> Bool {
    let own = Fetcher(transport: Carrier.asyncHTTPClient.transport())
    _ = try await own.data(for: FetchRequest(url("/own"))).value()
    return connectionsAccepted == 1 && requests.map(\.path) == ["/own"]
  }
}

@discardableResult
func withUpstream<Result>(
  host: String = "127.0.0.1",
  clock: any Clock<Duration> = ContinuousClock(),
  respond: @escaping @Sendable (RecordedRequest) async throws -> Script,
  _ test: (ScriptedUpstream) async throws -> Result
) async throws -> Result {
  let upstream = try await ScriptedUpstream.start(host: host, clock: clock, respond: respond)
  do {
    let result = try await test(upstream)
    await upstream.stop()
    return result
  } catch {
    await upstream.stop()
    throw error
  }
}
