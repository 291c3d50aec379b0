import Benchmark
import CHeap
import Errands
import ErrandsPromises
import NIOCore

/// Promises beside the core's own cells and SwiftNIO's futures, doing the same work.
func addPromises() {
  addPromiseSettling()
  addPromiseChains()
  addPromiseJoining()
  addPromiseMemory()
}

private func addPromiseSettling() {
  Benchmark("resolve 1,000,000 with a handler: promise") { _ in
    for number in 0..<Size.settled {
      let (promise, seal) = Promise<Int>.pending()
      promise.pipe { result in blackHole(result) }
      seal.fulfill(number)
    }
  }

  // The resolver is a second object, which tells when it has been dropped; so is the core's callback.
  Benchmark("resolve 1,000,000 with a handler: Errands' run") { _ in
    for number in 0..<Size.settled {
      Errand<Int>.fromCallback { $0.succeed(number) }
        .run(on: .immediate) { outcome in blackHole(outcome) }
    }
  }

  Benchmark("resolve 1,000,000 and go on: promise") { _ in
    for number in 0..<Size.settled {
      let (promise, seal) = Promise<Int>.pending()
      blackHole(promise.map(on: nil) { $0 + 1 })
      seal.fulfill(number)
    }
  }

  Benchmark("resolve 1,000,000 and go on: Errands' settlement") { _ in
    for number in 0..<Size.settled {
      let settlement = Settlement<Int>()
      let next = Settlement<Int>()
      settlement.whenSettled { outcome in next.settle(outcome.map { $0 + 1 }) }
      blackHole(next)
      settlement.settle(.success(number))
    }
  }

  Benchmark("resolve 1,000,000 and go on: SwiftNIO") { _ in
    try await Peer.onLoop { loop in
      for number in 0..<Size.settled {
        let promise = loop.makePromise(of: Int.self)
        blackHole(promise.futureResult.map { $0 + 1 })
        promise.succeed(number)
      }
    }
  }
}

private func addPromiseChains() {
  for steps in [1_000, Size.steps, 1_000_000] {
    Benchmark("hot chain of \(steps): promise") { _ in
      let (promise, seal) = Promise<Int>.pending()
      var last = promise
      for _ in 0..<steps { last = last.map(on: nil) { $0 + 1 } }
      seal.fulfill(0)
      blackHole(last.value)
    }

    Benchmark("hot chain of \(steps): Errands' settlement") { _ in
      let first = Settlement<Int>()
      var last = first
      for _ in 0..<steps {
        let next = Settlement<Int>()
        last.whenSettled { outcome in next.settle(outcome.map { $0 + 1 }) }
        last = next
      }
      first.settle(.success(0))
      blackHole(last.outcome)
    }
  }

  Benchmark("hot chain of \(Size.steps): SwiftNIO") { _ in
    try await Peer.onLoop { loop in
      let promise = loop.makePromise(of: Int.self)
      var last = promise.futureResult
      for _ in 0..<Size.steps { last = last.map { $0 + 1 } }
      last.whenComplete { outcome in blackHole(outcome) }
      promise.succeed(0)
    }
  }
}

private func addPromiseJoining() {
  for count in [Size.runs / 10, Size.runs] {
    Benchmark("when over \(count) pending: promise") { _ in
      let pending = (0..<count).map { _ in Promise<Int>.pending() }
      let all = when(fulfilled: pending.map(\.promise))
      for (number, (_, seal)) in pending.enumerated() { seal.fulfill(number) }
      blackHole(all.value)
    }
  }

  for count in [Size.runs / 10, Size.runs] {
    Benchmark("when over \(count), 64 at once: promise") { _ in
      var numbers = (0..<count).makeIterator()
      let all = when(fulfilled: AnyIterator { numbers.next().map { Promise.value($0) } }, concurrently: 64)
      blackHole(all.value)
    }
  }

  Benchmark("when over \(Size.runs) pending: SwiftNIO") { _ in
    try await Peer.onLoop { loop in
      let promises = (0..<Size.runs).map { _ in loop.makePromise(of: Int.self) }
      let all = EventLoopFuture.whenAllSucceed(promises.map(\.futureResult), on: loop)
      for (number, promise) in promises.enumerated() { promise.succeed(number) }
      blackHole(all)
    }
  }
}

private func addPromiseMemory() {
  let heap = BenchmarkMetric.custom("Heap (bytes each)", polarity: .prefersSmaller, useScalingFactor: false)
  let configuration = Benchmark.Configuration(metrics: [heap], maxDuration: .seconds(2), maxIterations: 5)

  Benchmark("pending: promise and resolver", configuration: configuration) { benchmark in
    let (pending, bytes) = weigh { (0..<Size.runs).map { _ in Promise<Int>.pending() } }
    benchmark.measurement(heap, bytes)
    for (_, seal) in pending { seal.fulfill(0) }
  }

  Benchmark("pending with a map behind it: promise and resolver", configuration: configuration) { benchmark in
    let (pending, bytes) = weigh {
      (0..<Size.runs).map { number in
        let (promise, seal) = Promise<Int>.pending()
        blackHole(promise.map(on: nil) { $0 + number })
        return (promise, seal)
      }
    }
    benchmark.measurement(heap, bytes)
    for (_, seal) in pending { seal.fulfill(0) }
  }
}
