import Benchmark
import Dispatch
import Errands
import ErrandsOperations
import Foundation
import Synchronization

/// Asynchronous operations, each of which hops to a dispatch queue and ends there.
func addOperations() {
  Benchmark("\(Size.runs) asynchronous operations: Errands") { _ in
    let queue = AsyncOperationQueue()
    for _ in 0..<Size.runs { queue.addOperation(HopOperation()) }
    try await queue.settled()
  }

  Benchmark("\(Size.runs) asynchronous operations: OperationQueue") { _ in
    let queue = OperationQueue()
    for _ in 0..<Size.runs { queue.addOperation(ClassicOperation()) }
    await withCheckedContinuation { continuation in
      queue.addBarrierBlock { continuation.resume() }
    }
  }

  // What a queue adds: the operations are made before and freed behind.
  Benchmark("\(Size.runs) operations that are there: Errands") { benchmark in
    let operations = (0..<Size.runs).map { _ in HopOperation() }
    benchmark.startMeasurement()
    let queue = AsyncOperationQueue()
    for operation in operations { queue.addOperation(operation) }
    try await queue.settled()
    benchmark.stopMeasurement()
    blackHole(operations)
  }

  Benchmark("\(Size.runs) operations that are there: OperationQueue") { benchmark in
    let operations = (0..<Size.runs).map { _ in ClassicOperation() }
    benchmark.startMeasurement()
    let queue = OperationQueue()
    for operation in operations { queue.addOperation(operation) }
    await withCheckedContinuation { continuation in
      queue.addBarrierBlock { continuation.resume() }
    }
    benchmark.stopMeasurement()
    blackHole(operations)
  }

  // What no queue can go below: an object of Foundation's, and the hop that is its work.
  Benchmark("\(Size.runs) bare operations that hop, without a queue") { _ in
    await withCheckedContinuation { continuation in
      let left = Atomic(Size.runs)
      for _ in 0..<Size.runs {
        let operation = ClassicOperation()
        elsewhere.async {
          withExtendedLifetime(operation) {}
          if left.subtract(1, ordering: .relaxed).newValue == 0 { continuation.resume() }
        }
      }
    }
  }

  for count in [Size.operations, Size.graph] {
    Benchmark("operations in a chain of \(count): Errands") { _ in
      let queue = AsyncOperationQueue(maxConcurrentOperationCount: 4)
      queue.isSuspended = true
      var last = HopOperation()
      queue.addOperation(last)
      for _ in 1..<count {
        let next = HopOperation()
        next.addDependency(last)
        queue.addOperation(next)
        last = next
      }
      queue.isSuspended = false
      try await queue.settled()
    }
  }

  // Its cost grows with the square of the length.
  Benchmark("operations in a chain of \(Size.operations): OperationQueue") { _ in
    let queue = OperationQueue()
    queue.maxConcurrentOperationCount = 4
    let operations = (0..<Size.operations).map { _ in ClassicOperation() }
    for (first, second) in zip(operations, operations.dropFirst()) { second.addDependency(first) }
    await withCheckedContinuation { continuation in
      operations.last?.completionBlock = { continuation.resume() }
      // All at once: added one by one, Foundation now and then misses that a dependency has finished.
      queue.addOperations(operations, waitUntilFinished: false)
    }
    operations.last?.completionBlock = nil
  }
}

/// Where the work of both ends.
private let elsewhere = DispatchQueue(label: "elsewhere", attributes: .concurrent)

private final class HopOperation: AsyncOperation<Void>, @unchecked Sendable {
  // Sendable: adds nothing.
  override func run(_ callback: Callback<Void>) {
    elsewhere.async { callback.succeed(()) }
  }
}

/// The same, as it is written for Foundation.
private final class ClassicOperation: Operation, @unchecked Sendable {
  // Sendable: what changes lies behind a lock.
  private let state = Mutex((isExecuting: false, isFinished: false))

  override var isAsynchronous: Bool { true }
  override var isExecuting: Bool { state.withLock { $0.isExecuting } }
  override var isFinished: Bool { state.withLock { $0.isFinished } }

  override func start() {
    willChangeValue(forKey: "isExecuting")
    state.withLock { $0.isExecuting = true }
    didChangeValue(forKey: "isExecuting")
    if isCancelled { return finish() }
    elsewhere.async { self.finish() }
  }

  private func finish() {
    willChangeValue(forKey: "isExecuting")
    willChangeValue(forKey: "isFinished")
    state.withLock { $0 = (false, true) }
    didChangeValue(forKey: "isExecuting")
    didChangeValue(forKey: "isFinished")
  }
}
