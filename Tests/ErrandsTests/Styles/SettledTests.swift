import ErrandsTesting
import Testing

@testable import Errands

@Suite("Waiting for a run that may end in any way", .timeLimit(.minutes(1)))
struct SettledTests {
  private let work = ManualWork<Int>()

  @Test("Gives the outcome, whatever it is")
  func outcome() async throws {
    let run = work.errand.run()
    let waiting = try await suspendedTask { await run.settled.label }
    try await work.callback().fail(ManualError())
    let label = try await waiting.value
    #expect(label == run.outcome?.label)
    let value = await Errand<Int>.success(7).run().settled.label
    #expect(value == "value 7")
    let cancelled = work.errand.run()
    cancelled.cancel()
    let last = await cancelled.settled.label
    #expect(last == "cancelled")
  }

  // Of a run that had ended before it was, and of one that ended well too.
  @Test("A failure that is awaited by its value is recorded as delivered")
  func failure() async throws {
    let (log, work) = (TraceLog(of: "awaited by value"), ManualWork<Int>("awaited by value"))
    let run = work.errand.run()
    let waiting = try await suspendedTask { try await run.value }
    try await work.callback().fail(ManualError())
    await #expect(throws: ManualError.self) { try await waiting.value }
    #expect(log.labels.suffix(2) == ["settled failed", "delivered"])
  }

  // A continuation and a handler, as users write it, did the same; `try await run.value` gives up at once.
  @Test("A waiting task that is cancelled waits on")
  func cancelledTask() async throws {
    let run = work.errand.run()
    let waiting = try await suspendedTask { await run.settled.label }
    waiting.cancel()
    let late = Task { await run.settled.label }
    late.cancel()
    #expect(run.isRunning)
    try await work.callback().succeed(3)
    let labels = [try await waiting.value, await late.value]
    #expect(labels == ["value 3", "value 3"])
  }

  @Test("Nobody's handler is waited for")
  func handlers() async throws {
    let pair = BlockingPair()
    let run = work.errand.run(on: .immediate) { _ in pair.first() }
    let waiting = try await suspendedTask {
      _ = await run.settled
      pair.second()
    }
    let callback = try await work.callback()
    await onThread { callback.succeed(1) }
    _ = try await waiting.value
    #expect(pair.heard.all == BlockingPair.apart)
  }

  @Test("A run that nobody can settle any more is abandoned")
  func abandoned() async throws {
    let run = work.errand.run()
    let waiting = try await suspendedTask { await run.settled.label }
    work.letGo()
    let label = try await waiting.value
    #expect(label == "abandoned")
  }
}
