import Benchmark
import Errands
import NIOCore
import NIOEmbedded

/// Each of ours stands beside what a user would take instead, in the same run: compare within a pair only.
let benchmarks: @Sendable () -> Void = {
  Benchmark.defaultConfiguration = .init(
    metrics: [.wallClock, .cpuTotal],
    scalingFactor: .kilo,
    maxDuration: .seconds(5)
  )

  Benchmark("settle with one handler: Errands") { benchmark in
    for number in benchmark.scaledIterations {
      Errand<Int>.fromCallback { $0.succeed(number) }
        .run(on: .immediate) { outcome in blackHole(outcome) }
    }
  }

  Benchmark("settle with one handler: EventLoopFuture") { benchmark in
    let loop = EmbeddedEventLoop()
    for number in benchmark.scaledIterations {
      let promise = loop.makePromise(of: Int.self)
      promise.futureResult.whenComplete { outcome in blackHole(outcome) }
      promise.succeed(number)
    }
  }

  Benchmark("run and await: Errands") { benchmark in
    for number in benchmark.scaledIterations {
      blackHole(try await Errand { number }.value())
    }
  }

  Benchmark("run and await: Task") { benchmark in
    for number in benchmark.scaledIterations {
      blackHole(await Task { number }.value)
    }
  }
}
