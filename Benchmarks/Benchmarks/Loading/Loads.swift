import AsyncHTTPClient
import Benchmark
import ErrandsLoading
import Foundation
import NIOCore

/// Loads of small bodies, 64 at once.
func addLoads() {
  Benchmark("20,000 loads of 10 KiB, 64 at once: Errands") { benchmark in
    let upstream = try UpstreamProcess()
    let fetcher = Fetcher.benchmarked()
    let requests = upstream.addresses(20_000).map { FetchRequest($0) }
    benchmark.startMeasurement()
    try await atOnce(64, total: 20_000) { _ = try await fetcher.data(for: requests[$0]).value() }
    benchmark.stopMeasurement()
  }

  Benchmark("20,000 loads of 10 KiB, 64 at once: AsyncHTTPClient") { benchmark in
    let upstream = try UpstreamProcess()
    var configuration = HTTPClient.Configuration()
    configuration.httpVersion = .http1Only
    configuration.connectionPool.concurrentHTTP1ConnectionsPerHostSoftLimit = 64
    let client = HTTPClient(eventLoopGroupProvider: .singleton, configuration: configuration)
    let addresses = upstream.addresses(20_000).map(\.absoluteString)
    benchmark.startMeasurement()
    try await atOnce(64, total: 20_000) {
      let response = try await client.execute(HTTPClientRequest(url: addresses[$0]), timeout: .seconds(30))
      _ = try await response.body.collect(upTo: 1 << 20)
    }
    benchmark.stopMeasurement()
    try await client.shutdown()
  }

  // Its processor time is that of another process, and not told.
  Benchmark("20,000 loads of 10 KiB, 64 at once: curl") { benchmark in
    let upstream = try UpstreamProcess()
    let folder = try TemporaryFolder()
    let list = folder.url.appending(path: "list")
    let lines = upstream.addresses(20_000).map { "url = \"\($0.absoluteString)\"\noutput = /dev/null\n" }
    try Data(lines.joined().utf8).write(to: list)
    benchmark.startMeasurement()
    try await curl(["--parallel", "--parallel-max", "64", "--config", list.path])
    benchmark.stopMeasurement()
  }

  // The same load, few times and many: each costs the same.
  for count in [1_000, 100_000] {
    let configuration = Benchmark.Configuration(
      metrics: [.wallClock, .cpuTotal],
      maxDuration: .seconds(20),
      maxIterations: 100_000 / count * 2
    )
    Benchmark("Loads of 10 KiB, 64 at once, \(count): Errands", configuration: configuration) { benchmark in
      let upstream = try UpstreamProcess()
      let fetcher = Fetcher.benchmarked()
      let requests = upstream.addresses(count).map { FetchRequest($0) }
      benchmark.startMeasurement()
      try await atOnce(64, total: count) { _ = try await fetcher.data(for: requests[$0]).value() }
      benchmark.stopMeasurement()
    }
  }
}
