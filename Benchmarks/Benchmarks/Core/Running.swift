import Benchmark
import Errands

/// Run and await, one after the other.
func addRunning() {
  Benchmark("run and await 100,000: Errands") { _ in
    for number in 0..<Size.runs { blackHole(try await Errand { number }.value()) }
  }

  Benchmark("run and await 100,000: Task") { _ in
    for number in 0..<Size.runs { blackHole(await Task { number }.value) }
  }
}
