import ErrandsUpstream

/// Runs a test against a server and stops the server afterwards, however the test ends.
func withUpstream<Result>(
  shaping: Shaping = .none,
  clock: any Clock<Duration> = ContinuousClock(),
  requestsKept: Int = 1_000,
  bodyBytesKept: Int = 1 << 20,
  onExchange: (@Sendable (Exchange) -> Void)? = nil,
  respond: @escaping @Sendable (RecordedRequest) async throws -> Script,
  _ test: (ScriptedUpstream) async throws -> Result
) async throws -> Result {
  let upstream = try await ScriptedUpstream.start(
    shaping: shaping,
    clock: clock,
    requestsKept: requestsKept,
    bodyBytesKept: bodyBytesKept,
    onExchange: onExchange,
    respond: respond
  )
  return try await stopping(upstream) { try await test(upstream) }
}

/// Runs a test and stops its server afterwards, however the test ends.
func stopping<Result>(
  _ upstream: ScriptedUpstream,
  after test: () async throws -> Result
) async throws -> Result {
  do {
    let result = try await test()
    await upstream.stop()
    return result
  } catch {
    await upstream.stop()
    throw error
  }
}

/// The same, with one script for whatever is asked.
func withUpstream<Result>(
  _ script: Script,
  _ test: (ScriptedUpstream) async throws -> Result
) async throws -> Result {
  try await withUpstream(respond: { _ in script }, test)
}

/// What a client gets that sends this request and reads until the server closes.
func answer(from upstream: ScriptedUpstream, to request: String) async throws -> (
  text: String, end: RawClient.End
) {
  let client = try RawClient(port: upstream.port)
  try await client.send(request)
  let (text, _, end) = try await client.receiveAll()
  return (text, end)
}
