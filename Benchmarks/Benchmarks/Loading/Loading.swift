import AsyncHTTPClient
import Benchmark
import ErrandsAsyncHTTPClient
import ErrandsLoading
import ErrandsUpstream
import NIOCore

/// Each of ours stands beside what a user would take instead, in the same run: compare within a pair only.
let benchmarks: @Sendable () -> Void = {
  Benchmark.defaultConfiguration = .init(
    metrics: [.wallClock, .cpuTotal, .peakMemoryResident],
    maxDuration: .seconds(10)
  )
  let body = [UInt8](repeating: 7, count: 10 << 10)

  Benchmark("1,000 loads of 10 KiB, 64 at once: Errands") { benchmark in
    let upstream = try await ScriptedUpstream.start { _ in .ok(body) }
    var configuration = AsyncHTTPClientTransport.Configuration()
    configuration.addressGuard.allowsPrivate = true
    configuration.connectionsPerHost = 64
    let fetcher = Fetcher(transport: AsyncHTTPClientTransport(configuration: configuration))
    let request = FetchRequest(upstream.url("/file"))
    benchmark.startMeasurement()
    try await atOnce(64, total: 1_000) { _ = try await fetcher.data(for: request).value() }
    benchmark.stopMeasurement()
    await upstream.stop()
  }

  Benchmark("1,000 loads of 10 KiB, 64 at once: AsyncHTTPClient") { benchmark in
    let upstream = try await ScriptedUpstream.start { _ in .ok(body) }
    var configuration = HTTPClient.Configuration()
    configuration.httpVersion = .http1Only
    configuration.connectionPool.concurrentHTTP1ConnectionsPerHostSoftLimit = 64
    let client = HTTPClient(eventLoopGroupProvider: .singleton, configuration: configuration)
    let address = upstream.url("/file").absoluteString
    benchmark.startMeasurement()
    try await atOnce(64, total: 1_000) {
      let response = try await client.execute(HTTPClientRequest(url: address), timeout: .seconds(30))
      _ = try await response.body.collect(upTo: 1 << 20)
    }
    benchmark.stopMeasurement()
    try await client.shutdown()
    await upstream.stop()
  }
}

private func atOnce(
  _ width: Int,
  total: Int,
  _ load: @escaping @Sendable () async throws -> Void
) async throws {
  try await withThrowingTaskGroup(of: Void.self) { group in
    for number in 0..<total {
      if number >= width { try await group.next() }
      group.addTask { try await load() }
    }
    try await group.waitForAll()
  }
}
