import Errands
import ErrandsTesting
import Testing

@Suite("The snippets of law 7", .timeLimit(.minutes(1)))
struct ProgressTellsTheTruthSnippets {
  @Test("An asynchronous function reports, and an observer is told")
  func reports() async throws {
    let shown = Events<RunProgress>()
    let gate = Gate()
    let parts = ["head", "body"]
    let write: @Sendable (String) async throws -> Void = { _ in try await gate.wait() }
    let show: @Sendable (RunProgress) -> Void = { shown.record($0) }

    let copy = Errand { progress in
      for (number, part) in parts.enumerated() {
        try await write(part)
        progress(completed: Int64(number + 1), total: Int64(parts.count))
      }
    }
    let run = copy.run()
    run.onProgress(on: .mainActor) { progress in show(progress) }

    gate.open()
    try await run.value
    #expect(run.progress?.fraction == 1)
    let fractions = shown.all.compactMap(\.fraction)
    #expect(fractions == fractions.sorted(), "the last one may not have begun when the run settled")
  }

  @Test("What would not be true is not passed on")
  func truth() async throws {
    let heard = Events<Int64>()

    let careless = Errand<Int>.fromCallback { callback in
      callback.report(completed: 5, total: 10)
      callback.report(completed: 3, total: 10)
      callback.report(completed: 12, total: 10)
      callback.succeed(1)
      callback.report(completed: 20, total: 20)
    }
    for await event in careless.events() {
      if case .progress(let progress) = event { heard.record(progress.completed) }
    }

    #expect(heard.all == [10])
  }
}
