import Benchmark
import ErrandsLoading
import ErrandsUpstream
import Foundation

/// Answers that are there already, or nearly.
func addCached() {
  Benchmark("100,000 answers out of memory, one after the other: Errands") { benchmark in
    let upstream = try await ScriptedUpstream.start { _ in
      .ok(body, headers: ["Cache-Control": "max-age=3600"])
    }
    let fetcher = Fetcher.benchmarked { $0.cache = HTTPCache() }
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
    let fetcher = Fetcher.benchmarked { $0.cache = HTTPCache(memoryLimit: 1 << 30) }
    let requests = (0..<20_000).map { FetchRequest(upstream.url("/file/\($0)")) }
    try await atOnce(64, total: 20_000) { _ = try await fetcher.data(for: requests[$0]).value() }
    benchmark.startMeasurement()
    try await atOnce(64, total: 20_000) { _ = try await fetcher.data(for: requests[$0]).value() }
    benchmark.stopMeasurement()
    precondition(upstream.connectionsAccepted <= 64, "a 304 has cost a connection")
    await upstream.stop()
  }

  // Each entry once, as a hit goes to memory: of 2,000, with a memory that holds hardly any.
  Benchmark("2,000 answers out of the folder, one after the other: Errands") { benchmark in
    let upstream = try await ScriptedUpstream.start { _ in
      .ok(body, headers: ["Cache-Control": "max-age=3600"])
    }
    let folder = try TemporaryFolder()
    let address: @Sendable (Int) -> FetchRequest = { FetchRequest(upstream.url("/file/\($0)")) }
    let writer = Fetcher.benchmarked { $0.cache = HTTPCache(memoryLimit: 1 << 16, folder: folder.url) }
    try await atOnce(64, total: 2_000) { _ = try await writer.data(for: address($0)).value() }
    let reader = Fetcher.benchmarked { $0.cache = HTTPCache(memoryLimit: 1 << 16, folder: folder.url) }
    _ = try await reader.data(for: address(0)).value()
    let before = upstream.requestCount
    benchmark.startMeasurement()
    for number in 1..<2_000 { _ = try await reader.data(for: address(number)).value() }
    benchmark.stopMeasurement()
    precondition(upstream.requestCount == before, "an answer has not come out of the folder")
    await upstream.stop()
  }

  Benchmark("2,000 answers out of the folder, one after the other: reading files") { benchmark in
    let folder = try TemporaryFolder()
    let files = (0..<2_000).map { folder.url.appending(path: "\($0)") }
    for file in files { try Data(body).write(to: file) }
    benchmark.startMeasurement()
    for file in files.dropFirst() { blackHole(try Data(contentsOf: file)) }
    benchmark.stopMeasurement()
  }
}
