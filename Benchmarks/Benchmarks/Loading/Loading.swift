import Benchmark
import ErrandsAsyncHTTPClient
import ErrandsLoading

/// Each of ours stands beside what a user would take instead, in the same run: compare within a pair only.
let benchmarks: @Sendable () -> Void = {
  Benchmark.defaultConfiguration = .init(
    metrics: [.wallClock, .cpuTotal, .peakMemoryResident],
    maxDuration: .seconds(10)
  )
  addLoads()
  addCached()
  addFiles()
  addWaiting()
}

/// What most of the answers have for a body: 10 KiB.
let body = [UInt8](repeating: 7, count: 10 << 10)

extension Fetcher {
  /// Over AsyncHTTPClient, with 64 connections to this machine.
  static func benchmarked(_ change: (inout Configuration) -> Void = { _ in }) -> Fetcher {
    var transport = AsyncHTTPClientTransport.Configuration()
    transport.addressGuard.allowsPrivate = true
    transport.connectionsPerHost = 64
    var configuration = Configuration()
    change(&configuration)
    return Fetcher(
      transport: AsyncHTTPClientTransport(configuration: transport),
      configuration: configuration
    )
  }
}

func atOnce(
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
