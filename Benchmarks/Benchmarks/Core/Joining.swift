import Benchmark
import Errands
import NIOCore

/// A hundred thousand that are pending, joined, and then settled one by one.
func addJoining() {
  Benchmark("join 100,000: Errands") { _ in
    let sources = Held<Callback<Int>>()
    let errands = (0..<Size.runs).map { _ in Errand<Int>.fromCallback { sources.set($0) } }
    Errand.all(errands).run(on: .immediate) { outcome in blackHole(outcome) }
    for (number, source) in sources.takeAll().enumerated() { source.succeed(number) }
  }

  Benchmark("join 100,000: SwiftNIO") { _ in
    try await Peer.onLoop { loop in
      let promises = (0..<Size.runs).map { _ in loop.makePromise(of: Int.self) }
      EventLoopFuture.whenAllSucceed(promises.map(\.futureResult), on: loop)
        .whenComplete { outcome in blackHole(outcome) }
      for (number, promise) in promises.enumerated() { promise.succeed(number) }
    }
  }

  Benchmark("join 100,000: TaskGroup") { _ in
    let numbers = await withTaskGroup(of: Int.self) { group in
      for number in 0..<Size.runs { group.addTask { number } }
      return await group.reduce(into: []) { $0.append($1) }
    }
    blackHole(numbers)
  }
}
