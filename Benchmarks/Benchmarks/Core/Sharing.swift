import Benchmark
import Errands
import Foundation
import Synchronization

/// Work that is shared under a key, beside what one would write by hand: closures in a dictionary under a mutex. And what
/// it costs to follow a run, and to change the priority of one that waits.
func addSharing() {
  Benchmark("single flight, join and leave \(Size.runs): Errands") { _ in
    let flights = SingleFlight<Int, Int>()
    let work = Errand<Int>.fromCallback { callback in callback.keepAlive(callback) }
    let first = flights.share(work, for: 1).run()
    for _ in 0..<Size.runs { flights.share(work, for: 1).run().cancel() }
    first.cancel()
  }

  Benchmark("single flight, join and leave \(Size.runs): dictionary under a mutex") { _ in
    let flights = Flights()
    let first = flights.join(1) { blackHole($0) }
    for _ in 0..<Size.runs { flights.leave(1, flights.join(1) { blackHole($0) }) }
    flights.leave(1, first)
  }

  Benchmark("single flight, 1,000 subscribers of one work: Errands") { _ in
    let (flights, source) = (SingleFlight<Int, Int>(), Held<Callback<Int>>())
    let work = Errand<Int>.fromCallback { source.set($0) }
    for _ in 0..<Size.operations { flights.share(work, for: 1).run(on: .immediate) { blackHole($0) } }
    source.take()?.succeed(1)
  }

  Benchmark("single flight, 1,000 subscribers of one work: dictionary under a mutex") { _ in
    let flights = Flights()
    for _ in 0..<Size.operations { _ = flights.join(1) { blackHole($0) } }
    flights.settle(1, 1)
  }

  addPriorities()
  addFollowing()
}

/// The highest and the lowest in turns, of one work among a thousand that wait.
private func addPriorities() {
  Benchmark("\(Size.runs) changes of priority: Errands") { _ in
    let queue = WorkQueue(limit: 1)
    queue.isSuspended = true
    let works = (0..<Size.operations).map { number in
      queue.add(Errand<Int>.fromCallback { $0.succeed(number) })
    }
    let work = works[Size.operations / 2]
    for number in 0..<Size.runs { work.priority = number % 2 == 0 ? .veryHigh : .veryLow }
    for work in works { work.cancel() }
  }

  Benchmark("\(Size.runs) changes of priority: OperationQueue") { _ in
    let queue = OperationQueue()
    queue.maxConcurrentOperationCount = 1
    queue.isSuspended = true
    let operations = (0..<Size.operations).map { number in BlockOperation { blackHole(number) } }
    queue.addOperations(operations, waitUntilFinished: false)
    let operation = operations[Size.operations / 2]
    for number in 0..<Size.runs { operation.queuePriority = number % 2 == 0 ? .veryHigh : .veryLow }
    queue.cancelAllOperations()
    queue.isSuspended = false
    queue.waitUntilAllOperationsAreFinished()
  }
}

private func addFollowing() {
  Benchmark("follow \(Size.runs) runs: Errands") { _ in
    follow { callback, run in callback.follow(run) }
  }

  Benchmark("follow \(Size.runs) runs: by hand") { _ in
    follow { callback, run in
      callback.onCancel { run.cancel() }
      run.onProgress(on: .immediate) { callback.report($0) }
      run.whenSettled(on: .immediate) { callback($0) }
    }
  }
}

private func follow(_ follow: @escaping @Sendable (Callback<Int>, Run<Int>) -> Void) {
  let sources = Held<Callback<Int>>()
  for _ in 0..<Size.runs {
    Errand<Int>.fromCallback { callback in
      follow(callback, Errand<Int>.fromCallback { sources.set($0) }.run())
    }.run(on: .immediate) { blackHole($0) }
  }
  for (number, source) in sources.takeAll().enumerated() { source.succeed(number) }
}

/// What one would write by hand: it knows no progress, and nobody whose work it could cancel.
private final class Flights: Sendable {
  typealias Waiter = @Sendable (Int) -> Void

  private struct Call {
    var waiters: [Int: Waiter] = [:]
    var last = 0
  }

  private let calls = Mutex<[Int: Call]>([:])

  func join(_ key: Int, _ waiter: @escaping Waiter) -> Int {
    calls.withLock { calls in
      calls[key, default: Call()].last += 1
      let number = calls[key]?.last ?? 0
      calls[key]?.waiters[number] = waiter
      return number
    }
  }

  func leave(_ key: Int, _ number: Int) {
    calls.withLock { calls in
      calls[key]?.waiters[number] = nil
      if calls[key]?.waiters.isEmpty == true { calls[key] = nil }
    }
  }

  func settle(_ key: Int, _ value: Int) {
    let call = calls.withLock { $0.removeValue(forKey: key) }
    for waiter in call.map({ $0.waiters.values }) ?? [:].values { waiter(value) }
  }
}
