import Errands
import ErrandsTesting
import Testing

private func fetchChart() async throws -> Chart { Chart() }

private func copy(_ progress: ProgressReporter) async throws -> Int {
  progress(completed: 1, total: 2)
  return 2
}

@Suite("The snippets of async/await", .timeLimit(.minutes(1)))
struct AsyncAwaitSnippets {
  @Test("An asynchronous function becomes an errand")
  func waysIn() async throws {
    let task = Task { try await fetchChart() }

    let chart = Errand { try await fetchChart() }
    let copied = Errand { progress in try await copy(progress) }
    let started = Errand {
      try await withTaskCancellationHandler {
        try await task.value
      } onCancel: {
        task.cancel()
      }
    }

    #expect(try await chart.value() == Chart())
    #expect(try await copied.value() == 2)
    #expect(try await started.value() == Chart())
  }

  @Test("An errand is awaited")
  func waysOut() async throws {
    let (scope, chart) = (Scope(), Errand { try await fetchChart() })
    let run = chart.run()

    let value = try await chart.value()
    let outcome = await chart.outcome()
    let scoped = try await chart.value(in: scope)
    let shared = try await run.value
    let ended = await run.settled

    #expect(try ended.get() == Chart())
    #expect(value == Chart() && scoped == Chart() && shared == Chart())
    #expect(try outcome.get() == Chart())
  }

  @Test("Cancelling the waiting task cancels an errand, and leaves a run")
  func cancellation() async throws {
    let errand = Errand<Chart>.fromCallback { callback in
      let request = HangingRequest().begin { chart, error in callback(chart, error) }
      callback.onCancel { request.stop() }
    }
    let run = errand.run()

    let onlooker = Task { try await run.value }
    onlooker.cancel()
    await #expect(throws: CancellationError.self) { try await onlooker.value }
    #expect(run.outcome == nil)

    let owner = Task { try await errand.value() }
    owner.cancel()
    await #expect(throws: CancellationError.self) { try await owner.value }
    run.cancel()
  }

  @Test("Waiting inside of an errand passes the progress on")
  func progress() async throws {
    let heard = Events<Int64>()
    let copied = Errand { progress in try await copy(progress) }

    let outer = Errand { progress in
      try await copied.value(reporting: progress)
    }

    for await event in outer.events() {
      if case .progress(let progress) = event { heard.record(progress.completed) }
    }
    #expect(heard.all == [1])
  }
}
