import Errands
import ErrandsTesting
import Testing

@Suite("The snippets of law 3", .timeLimit(.minutes(1)))
struct NeverToTheDeadSnippets {
  @Test("A screen that goes takes its work along, and is not called")
  func screen() async throws {
    let (request, heard) = (HangingRequest(), Events<String>())
    let observation = Trace.observe { event in
      if case .ownerGone = event.kind, event.name == "screen's chart" { heard.record(event.name) }
    }
    let chart = Errand<Chart>.fromCallback("screen's chart") { callback in
      let request = request.begin { chart, error in callback(chart, error) }
      callback.onCancel { request.stop() }
    }
    var screen: ChartScreen? = ChartScreen()
    screen?.load(chart)
    #expect(!request.stopped.isOpen)
    screen = nil
    #expect(screen == nil && request.stopped.isOpen)
    #expect(try await heard.event(1) == "screen's chart")
    observation.cancel()
  }
}
