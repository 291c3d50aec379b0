import Errands
import ErrandsTesting
import Testing

@Suite("The snippets of asynchronous sequences", .timeLimit(.minutes(1)))
struct AsynchronousSequenceSnippets {
  private func numbers() -> AsyncStream<Int> {
    AsyncStream { continuation in
      for number in 1...3 { continuation.yield(number) }
      continuation.finish()
    }
  }

  @Test("A sequence becomes an errand")
  func waysIn() async throws {
    let first = Errand<Int>.first(of: numbers())
    let last = Errand<Int>.last(of: numbers())
    let all = Errand<[Int]>.collecting(numbers())
    let sum = Errand { await numbers().reduce(0, +) }

    #expect(try await first.value() == 1)
    #expect(try await last.value() == 3)
    #expect(try await all.value() == [1, 2, 3])
    #expect(try await sum.value() == 6)
    #expect(try await sum.value() == 6)
  }

  // An AsyncStream is read once; an errand over one would promise more than it can hold.
  @Test("An errand over a stream that is read once succeeds once")
  func twice() async throws {
    let all = Errand<[Int]>.collecting(numbers())
    #expect(try await all.value() == [1, 2, 3])
    #expect(try await all.value() == [])
  }

  @Test("An errand becomes a sequence of its events")
  func waysOut() async throws {
    let (scope, heard) = (Scope(), Events<String>())
    let show: (String) -> Void = { heard.record($0) }
    let chart = Errand { progress in
      progress(completed: 1, total: 1)
      return Chart()
    }

    for await event in chart.events(in: scope) {
      switch event {
      case .progress(let progress): show("\(progress.completed) done")
      case .settled(let outcome): show("\(outcome)")
      }
    }

    #expect(heard.all.first == "1 done")
    #expect(heard.count == 2)
  }

  @Test("Leaving the loop cancels the run")
  func leaving() async throws {
    let request = HangingRequest()
    let chart = Errand<Chart>.fromCallback { callback in
      let request = request.begin { chart, error in callback(chart, error) }
      callback.onCancel { request.stop() }
      callback.report(completed: 1, total: 2)
    }

    for await _ in chart.events() { break }

    try await request.stopped.wait()
  }
}
