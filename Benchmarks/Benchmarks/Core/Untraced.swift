import Benchmark
import ErrandsUntraced

func runUntraced(_ count: Int) {
  for number in 0..<count {
    Errand<Int>.fromCallback { $0.succeed(number) }
      .run(on: .immediate) { outcome in blackHole(outcome) }
  }
}
