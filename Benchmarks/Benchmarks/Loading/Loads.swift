import AsyncHTTPClient
import Benchmark
import ErrandsLoading
import ErrandsUpstream
import NIOCore

/// Loads of small bodies, 64 at once.
func addLoads() {
  Benchmark("20,000 loads of 10 KiB, 64 at once: Errands") { benchmark in
    let upstream = try await ScriptedUpstream.start { _ in .ok(body) }
    let fetcher = Fetcher.benchmarked()
    let requests = (0..<20_000).map { FetchRequest(upstream.url("/file/\($0)")) }
    benchmark.startMeasurement()
    try await atOnce(64, total: 20_000) { _ = try await fetcher.data(for: requests[$0]).value() }
    benchmark.stopMeasurement()
    await upstream.stop()
  }

  Benchmark("20,000 loads of 10 KiB, 64 at once: AsyncHTTPClient") { benchmark in
    let upstream = try await ScriptedUpstream.start { _ in .ok(body) }
    var configuration = HTTPClient.Configuration()
    configuration.httpVersion = .http1Only
    configuration.connectionPool.concurrentHTTP1ConnectionsPerHostSoftLimit = 64
    let client = HTTPClient(eventLoopGroupProvider: .singleton, configuration: configuration)
    let addresses = (0..<20_000).map { upstream.url("/file/\($0)").absoluteString }
    benchmark.startMeasurement()
    try await atOnce(64, total: 20_000) {
      let response = try await client.execute(HTTPClientRequest(url: addresses[$0]), timeout: .seconds(30))
      _ = try await response.body.collect(upTo: 1 << 20)
    }
    benchmark.stopMeasurement()
    try await client.shutdown()
    await upstream.stop()
  }

  // The same load, few times and many: each costs the same.
  for count in [1_000, 100_000] {
    let configuration = Benchmark.Configuration(
      metrics: [.wallClock, .cpuTotal],
      maxDuration: .seconds(20),
      maxIterations: 100_000 / count * 2
    )
    Benchmark("Loads of 10 KiB, 64 at once, \(count): Errands", configuration: configuration) { benchmark in
      let upstream = try await ScriptedUpstream.start { _ in .ok(body) }
      let fetcher = Fetcher.benchmarked()
      let requests = (0..<count).map { FetchRequest(upstream.url("/file/\($0)")) }
      benchmark.startMeasurement()
      try await atOnce(64, total: count) { _ = try await fetcher.data(for: requests[$0]).value() }
      benchmark.stopMeasurement()
      await upstream.stop()
    }
  }
}
