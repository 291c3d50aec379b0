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

  Benchmark("20,000 loads of 10 KiB, 64 at once: Errands") { benchmark in
    let upstream = try await ScriptedUpstream.start { _ in .ok(body) }
    var configuration = AsyncHTTPClientTransport.Configuration()
    configuration.addressGuard.allowsPrivate = true
    configuration.connectionsPerHost = 64
    let fetcher = Fetcher(transport: AsyncHTTPClientTransport(configuration: configuration))
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

  Benchmark("100,000 answers out of memory, one after the other: Errands") { benchmark in
    let upstream = try await ScriptedUpstream.start { _ in
      .ok(body, headers: ["Cache-Control": "max-age=3600"])
    }
    var configuration = AsyncHTTPClientTransport.Configuration()
    configuration.addressGuard.allowsPrivate = true
    var loads = Fetcher.Configuration()
    loads.cache = HTTPCache()
    let transport = AsyncHTTPClientTransport(configuration: configuration)
    let fetcher = Fetcher(transport: transport, configuration: loads)
    let errand = fetcher.data(for: FetchRequest(upstream.url("/file")))
    _ = try await errand.value()
    benchmark.startMeasurement()
    for _ in 0..<100_000 { errand.run() }
    benchmark.stopMeasurement()
    await upstream.stop()
  }

  Benchmark("20,000 answers that have not changed, 64 at once: Errands") { benchmark in
    let upstream = try await ScriptedUpstream.start { request in
      request.headers["If-None-Match"] == nil
        ? .ok(body, headers: ["Cache-Control": "no-cache", "ETag": "\"a\""]) : .status(304)
    }
    var configuration = AsyncHTTPClientTransport.Configuration()
    configuration.addressGuard.allowsPrivate = true
    configuration.connectionsPerHost = 64
    var loads = Fetcher.Configuration()
    loads.cache = HTTPCache(memoryLimit: 1 << 30)
    let transport = AsyncHTTPClientTransport(configuration: configuration)
    let fetcher = Fetcher(transport: transport, configuration: loads)
    let requests = (0..<20_000).map { FetchRequest(upstream.url("/file/\($0)")) }
    try await atOnce(64, total: 20_000) { _ = try await fetcher.data(for: requests[$0]).value() }
    benchmark.startMeasurement()
    try await atOnce(64, total: 20_000) { _ = try await fetcher.data(for: requests[$0]).value() }
    benchmark.stopMeasurement()
    precondition(upstream.connectionsAccepted <= 64, "a 304 has cost a connection")
    await upstream.stop()
  }
}

private func atOnce(
  _ width: Int,
  total: Int,
  _ load: @escaping @Sendable (_ number: Int) async throws -> Void
) async throws {
  try await withThrowingTaskGroup(of: Void.self) { group in
    for number in 0..<total {
      if number >= width { try await group.next() }
      group.addTask { try await load(number) }
    }
    try await group.waitForAll()
  }
}
