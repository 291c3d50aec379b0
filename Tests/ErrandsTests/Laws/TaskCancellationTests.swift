import ErrandsTesting
import Testing

@testable import Errands

@Suite("Law 4: the task of a run that is cancelled as it begins")
struct TaskCancellationTests {
  // A cancellation may come when the work has been started and its task has not been kept yet. "It is decided
  // already, so there is nothing to keep" left that task going on for ever.
  @Test("Is cancelled, however early the cancellation comes", .timeLimit(.minutes(1)))
  func asItBegins() async throws {
    let begun = Kept<Run<Int>>()
    let observation = Trace.observe { event in
      if event.run == begun.value?.id, event.kind.label == "started" { begun.value?.cancel() }
    }
    let ended = Events<Bool>()
    let errand = Errand<Int> {
      try? await Gate().wait()
      ended.record(Task.isCancelled)
      return 1
    }
    let run = errand.begin(in: nil as Scope?) { begun.set($0) }
    #expect(run.outcome?.label == "cancelled")
    #expect(try await ended.event(1))
    withExtendedLifetime(observation) {}
  }
}
