import Benchmark
import Errands

/// A million, at most 64 at a time; the memory at its peak tells whether they are made before they are needed.
func addSequences() {
  let metrics: [BenchmarkMetric] = [.wallClock, .cpuTotal, .peakMemoryResident]

  Benchmark("sequence of 1,000,000: Errands", configuration: .init(metrics: metrics)) { _ in
    blackHole(try await Errand.sequence(0..<Size.sequence, limit: 64) { number in Errand { number } }.value())
  }

  Benchmark("sequence of 1,000,000: TaskGroup", configuration: .init(metrics: metrics)) { _ in
    let numbers = await withTaskGroup(of: (Int, Int).self) { group in
      var numbers = [Int](repeating: 0, count: Size.sequence)
      for number in 0..<64 { group.addTask { (number, number) } }
      var next = 64
      for await (index, number) in group {
        numbers[index] = number
        if next < Size.sequence {
          group.addTask { [next] in (next, next) }
          next += 1
        }
      }
      return numbers
    }
    blackHole(numbers)
  }
}
