import Errands
import ErrandsTesting
import Testing

@Suite("The snippets of law 4", .timeLimit(.minutes(1)))
struct CancelReachesTheBottomSnippets {
  @Test("Cancelling settles at once and stops the work")
  func cancel() async throws {
    let request = HangingRequest()
    let load = request.begin

    let chart = Errand<Chart>.fromCallback { callback in
      let request = load { chart, error in callback(chart, error) }
      callback.onCancel { request.stop() }
    }
    let run = chart.run()
    run.cancel()

    #expect(throws: CancellationError.self) { try run.outcome?.get() }
    #expect(request.stopped.isOpen)
  }

  @Test("Shared work goes on until the last one lets go of it")
  func shared() async throws {
    let request = HangingRequest()
    let chart = Errand<Chart>.fromCallback { callback in
      let request = request.begin { chart, error in callback(chart, error) }
      callback.onCancel { request.stop() }
    }

    let shared = chart.shared()
    let (first, second) = (shared.run(), shared.run())
    first.cancel()
    let goesOn = !request.stopped.isOpen
    second.cancel()

    #expect(goesOn && request.stopped.isOpen)
  }
}
