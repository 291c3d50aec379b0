import Benchmark
import Errands
import Foundation

/// A chain of dependencies, each on the one before.
func addGraphs() {
  for count in [Size.operations, Size.graph] {
    Benchmark("dependency chain of \(count): Errands") { _ in
      let queue = WorkQueue(limit: 4)
      queue.isSuspended = true
      var last = queue.add(Errand<Int>.fromCallback { $0.succeed(0) })
      for number in 1..<count {
        last = queue.add(Errand<Int>.fromCallback { $0.succeed(number) }, after: [last])
      }
      queue.isSuspended = false
      blackHole(try await last.run.value)
    }
  }

  // Its cost grows with the square of the length.
  Benchmark("dependency chain of \(Size.operations): OperationQueue") { _ in
    let queue = OperationQueue()
    queue.maxConcurrentOperationCount = 4
    let operations = (0..<Size.operations).map { number in BlockOperation { blackHole(number) } }
    for (first, second) in zip(operations, operations.dropFirst()) { second.addDependency(first) }
    await withCheckedContinuation { continuation in
      operations.last?.completionBlock = { continuation.resume() }
      // All at once: added one by one, Foundation now and then misses that a dependency has finished.
      queue.addOperations(operations, waitUntilFinished: false)
    }
    operations.last?.completionBlock = nil
  }
}
