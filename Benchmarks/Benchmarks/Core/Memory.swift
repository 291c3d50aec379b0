import Benchmark
import CHeap
import Errands
import NIOCore

/// Bytes of the heap for each that is pending, as the allocator counts them.
func addMemory() {
  let heap = BenchmarkMetric.custom("Heap (bytes each)", polarity: .prefersSmaller, useScalingFactor: false)
  let configuration = Benchmark.Configuration(metrics: [heap], maxDuration: .seconds(2), maxIterations: 5)

  Benchmark("pending: Errands' settlement", configuration: configuration) { benchmark in
    let (settlements, bytes) = weigh { (0..<Size.runs).map { _ in Settlement<Int>() } }
    benchmark.measurement(heap, bytes)
    for settlement in settlements { settlement.settle(.success(0)) }
  }

  Benchmark("pending: SwiftNIO", configuration: configuration) { benchmark in
    let (promises, bytes) = weigh { (0..<Size.runs).map { _ in Peer.loop.makePromise(of: Int.self) } }
    benchmark.measurement(heap, bytes)
    for promise in promises { promise.succeed(0) }
  }

  Benchmark("pending with a handler: Errands' settlement", configuration: configuration) { benchmark in
    let (settlements, bytes) = weigh {
      (0..<Size.runs).map { number in
        let settlement = Settlement<Int>()
        settlement.whenSettled { _ in blackHole(number) }
        return settlement
      }
    }
    benchmark.measurement(heap, bytes)
    for settlement in settlements { settlement.settle(.success(0)) }
  }

  Benchmark("pending with a handler: SwiftNIO", configuration: configuration) { benchmark in
    // A handler is attached on the loop, or it would be weighed together with the loop's own task for it.
    let (promises, bytes) = try await Peer.loop.submit {
      weigh {
        (0..<Size.runs).map { number in
          let promise = Peer.loop.makePromise(of: Int.self)
          promise.futureResult.whenComplete { _ in blackHole(number) }
          return promise
        }
      }
    }.get()
    benchmark.measurement(heap, bytes)
    for promise in promises { promise.succeed(0) }
  }
}

/// Measures what `make` allocates and keeps, for each element. The array that holds them is not counted.
func weigh<Element>(_ make: () -> [Element]) -> (elements: [Element], bytes: Int) {
  let before = heapInUse()
  let elements = make()
  let bytes = heapInUse() - before - elements.capacity * MemoryLayout<Element>.stride
  return (elements, bytes / elements.count)
}

private func heapInUse() -> Int { Int(heap_bytes_in_use()) }
