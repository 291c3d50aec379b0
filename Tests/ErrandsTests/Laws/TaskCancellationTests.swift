import ErrandsTesting
import Testing

@testable import Errands

@Suite("Law 4: the task of a run that is cancelled as it begins")
struct TaskCancellationTests {
  // The work may be cancelled from its own thread before the thread that made its task has come to keep it.
  // "It is decided already, so there is nothing to keep" left that task going on for ever.
  @Test("Is cancelled, however early the cancellation comes", .timeLimit(.minutes(1)))
  func asItBegins() async throws {
    for _ in 0..<Sizes.raceRounds {
      let begun = Kept<Run<Int>>()
      let ended = Events<Bool>()
      let errand = Errand<Int> {
        begun.value?.cancel()
        try? await Gate().wait()
        ended.record(Task.isCancelled)
        return 1
      }
      let run = errand.begin(in: nil) { begun.set($0) }
      #expect(try await ended.event(1))
      #expect(run.outcome?.label == "cancelled")
      begun.set(nil)
    }
  }
}
