import Benchmark
import Errands
import NIOCore

/// Steps that wait for one value, settled at once.
func addChains() {
  for steps in [1_000, Size.steps, 1_000_000] {
    Benchmark("chain of \(steps): Errands") { _ in
      let source = Held<Callback<Int>>()
      var chain = Errand<Int>.fromCallback { source.set($0) }
      for _ in 0..<steps { chain = chain.flatMap { .success($0 + 1) } }
      chain.run(on: .immediate) { outcome in blackHole(outcome) }
      source.take()?.succeed(0)
    }
  }

  // A longer one overflows the stack.
  for steps in [1_000, Size.steps] {
    Benchmark("chain of \(steps): SwiftNIO") { _ in
      try await Peer.onLoop { loop in
        let promise = loop.makePromise(of: Int.self)
        var chain = promise.futureResult
        for _ in 0..<steps { chain = chain.flatMap { loop.makeSucceededFuture($0 + 1) } }
        chain.whenComplete { outcome in blackHole(outcome) }
        promise.succeed(0)
      }
    }
  }
}
