import Benchmark
import Errands

/// What a run costs with a trace that nobody looks at, without one, and while the runs are tracked; and what it takes to
/// say what is in flight.
func addTracing() {
  Benchmark("trace, 1,000,000 runs: nobody looks") { _ in runTraced(Size.settled) }

  Benchmark("trace, 1,000,000 runs: compiled without") { _ in runUntraced(Size.settled) }

  Benchmark("trace, 1,000,000 runs: tracked") { benchmark in
    let tracking = Trace.track()
    benchmark.startMeasurement()
    runTraced(Size.settled)
    benchmark.stopMeasurement()
    tracking.cancel()
  }

  Benchmark("dump of 100,000 in flight: ten of a kind") { dumpRuns($0) { $0.text() } }

  Benchmark("dump of 100,000 in flight: every line") { dumpRuns($0) { $0.text(repeating: nil) } }
}

private func dumpRuns(_ benchmark: Benchmark, _ text: (TraceDump) -> String) {
  let tracking = Trace.track()
  let pending = Held<Callback<Int>>()
  for _ in 0..<Size.runs { Errand<Int>.fromCallback("in flight") { pending.set($0) }.run() }
  benchmark.startMeasurement()
  blackHole(text(Trace.dump()))
  benchmark.stopMeasurement()
  for callback in pending.takeAll() { callback.succeed(1) }
  tracking.cancel()
}
