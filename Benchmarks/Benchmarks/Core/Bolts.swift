import Benchmark
import CHeap
import Errands
import ErrandsBolts

/// Bolts tasks, doing what the core's settlements and SwiftNIO's futures do in the groups of the same name.
func addBolts() {
  Benchmark("resolve 1,000,000 and go on: Bolts task") { _ in
    for number in 0..<Size.settled {
      let source = TaskCompletionSource<Int>()
      blackHole(source.task.continueOnSuccessWith(.immediate) { $0 + 1 })
      source.set(result: number)
    }
  }

  for steps in [1_000, Size.steps, 1_000_000] {
    Benchmark("hot chain of \(steps): Bolts task") { _ in
      let source = TaskCompletionSource<Int>()
      var last = source.task
      for _ in 0..<steps { last = last.continueOnSuccessWith(.immediate) { $0 + 1 } }
      source.set(result: 0)
      blackHole(last.result)
    }
  }

  for count in [Size.runs / 10, Size.runs] {
    Benchmark("when over \(count) pending: Bolts task") { _ in
      let sources = (0..<count).map { _ in TaskCompletionSource<Int>() }
      let all = ErrandsBolts.Task.whenAllResult(sources.map(\.task))
      for (number, source) in sources.enumerated() { source.set(result: number) }
      blackHole(all.result)
    }
  }

  addBoltsMemory()
}

private func addBoltsMemory() {
  let heap = BenchmarkMetric.custom("Heap (bytes each)", polarity: .prefersSmaller, useScalingFactor: false)
  let configuration = Benchmark.Configuration(metrics: [heap], maxDuration: .seconds(2), maxIterations: 5)

  Benchmark("pending: Bolts task and source", configuration: configuration) { benchmark in
    let (sources, bytes) = weigh { (0..<Size.runs).map { _ in TaskCompletionSource<Int>() } }
    benchmark.measurement(heap, bytes)
    for source in sources { source.set(result: 0) }
  }

  Benchmark("pending with a continuation: Bolts task and source", configuration: configuration) { benchmark in
    let (sources, bytes) = weigh {
      (0..<Size.runs).map { number in
        let source = TaskCompletionSource<Int>()
        source.task.continueOnSuccessWith(.immediate) { $0 + number }
        return source
      }
    }
    benchmark.measurement(heap, bytes)
    for source in sources { source.set(result: 0) }
  }
}
