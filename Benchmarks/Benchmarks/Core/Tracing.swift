import Benchmark

/// What a run costs with a trace that nobody looks at, and without one.
func addTracing() {
  Benchmark("trace, 1,000,000 runs: nobody looks") { _ in runTraced(Size.settled) }

  Benchmark("trace, 1,000,000 runs: compiled without") { _ in runUntraced(Size.settled) }
}
