import Errands
import ErrandsTesting
import Testing

@Suite("The snippets of “Looking on”", .timeLimit(.minutes(1)))
struct LookingOnSnippets {
  @Test("A test asserts the order of events")
  func order() async throws {
    let heard = Events<String>()
    let observation = Trace.observe { event in
      guard event.name == "looked at" else { return }
      switch event.kind {
      case .made: heard.record("made")
      case .started: heard.record("started")
      case .settled(let ending): heard.record(ending.outcome)
      default: break
      }
    }
    _ = try await Errand("looked at") { 1 }.value()
    observation.cancel()

    #expect(heard.all == ["made", "started", "succeeded"])
  }
}
