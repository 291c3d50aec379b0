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

  @Test("Work names its phases")
  func phases() async throws {
    struct Cover: Sendable {}
    @Sendable func decode(_ bytes: [UInt8]) throws -> Cover { Cover() }
    let bytes: [UInt8] = [1]
    let heard = Events<String>()
    let observation = Trace.observe { event in
      if case .phase(let name) = event.kind { heard.record(name) }
    }

    let cover = Errand<Cover>.fromCallback { callback in
      callback.enter(phase: "decoding")
      callback(Result { try decode(bytes) })
    }

    _ = try await cover.value()
    observation.cancel()
    #expect(heard.all == ["decoding"])
  }
}
