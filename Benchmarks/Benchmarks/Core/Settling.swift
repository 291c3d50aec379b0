import Benchmark
import Errands
import NIOCore

/// Make, attach one handler, settle: a million times.
func addSettling() {
  Benchmark("settle 1,000,000: Errands' settlement") { _ in
    for number in 0..<Size.settled {
      let settlement = Settlement<Int>()
      settlement.whenSettled { outcome in blackHole(outcome) }
      settlement.settle(.success(number))
    }
  }

  Benchmark("settle 1,000,000: Errands' run") { _ in
    for number in 0..<Size.settled {
      Errand<Int>.fromCallback { $0.succeed(number) }
        .run(on: .immediate) { outcome in blackHole(outcome) }
    }
  }

  Benchmark("settle 1,000,000: SwiftNIO") { _ in
    try await Peer.onLoop { loop in
      for number in 0..<Size.settled {
        let promise = loop.makePromise(of: Int.self)
        promise.futureResult.whenComplete { outcome in blackHole(outcome) }
        promise.succeed(number)
      }
    }
  }

  Benchmark("settle 1,000,000: checked continuation") { _ in
    for number in 0..<Size.settled {
      blackHole(await withCheckedContinuation { $0.resume(returning: number) })
    }
  }
}
