import Benchmark

/// Each of ours stands beside what a user would take instead, in the same run: compare within a group of the same
/// name only.
let benchmarks: @Sendable () -> Void = {
  Benchmark.defaultConfiguration = .init(
    metrics: [.wallClock, .cpuTotal],
    warmupIterations: 2,
    maxDuration: .seconds(4)
  )
  addSettling()
  addChains()
  addJoining()
  addRunning()
  addScopes()
  addSequences()
  addSharing()
  addGraphs()
  addOperations()
  addTracing()
  addMemory()
  addPromises()
  addBolts()
  addPublishers()
}

/// Numbers of a size that the time is divided by in the README.
enum Size {
  static let settled = 1_000_000
  static let steps = 100_000
  static let runs = 100_000
  static let sequence = 1_000_000
  static let graph = 100_000
  static let operations = 1_000
}
