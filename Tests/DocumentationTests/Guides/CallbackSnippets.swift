import Errands
import ErrandsTesting
import Testing

@Suite("The snippets of “From callback to errand”", .timeLimit(.minutes(1)))
struct CallbackSnippets {
  @Test("The whole of it: start, settle, stop, report")
  func whole() async throws {
    let request = HangingRequest()
    let load: @Sendable (@escaping HangingRequest.Completion) throws -> HangingRequest = { completion in
      completion(Chart(), nil)
      return request
    }

    let chart = Errand<Chart>.fromCallback("chart") { callback in
      let request = try load { chart, error in
        callback.report(completed: 1, total: 1)
        callback(chart, error)
      }
      callback.onCancel { request.stop() }
    }

    #expect(chart.name == "chart")
    #expect(try await chart.value() == Chart())
    #expect(!request.stopped.isOpen)
  }

  @Test("Neither a value nor an error")
  func neither() async throws {
    let empty = Errand<Chart>.fromCallback { callback in
      callback(nil, nil)
    }
    await #expect(throws: EmptyCallbackError.self) { try await empty.value() }
  }

  @Test("What the start throws is the outcome")
  func throwing() async throws {
    let refused = Errand<Chart>.fromCallback { _ in
      throw Legacy.Refusal()
    }
    await #expect(throws: Legacy.Refusal()) { try await refused.value() }
  }

  @Test("Another run is followed")
  func following() async throws {
    let latestChart = Errand<Chart>.success(Chart())

    let page = Errand<Chart>.fromCallback { callback in
      callback.follow(latestChart.run())
    }

    #expect(try await page.value() == Chart())
  }

  /// A hook that held the callback kept it from ever being dropped, so the run waited for ever.
  @Test("A hook that would hold the callback holds it weakly")
  func weakly() async throws {
    final class Load: Sendable {
      let callback: Callback<Chart>
      let freed: Gate
      init(_ callback: Callback<Chart>, _ freed: Gate) { (self.callback, self.freed) = (callback, freed) }
      deinit { freed.open() }
      func stop() {}
    }
    let freed = Gate()

    let forgetful = Errand<Chart>.fromCallback { callback in
      let load = Load(callback, freed)
      callback.onCancel { [weak load] in load?.stop() }
    }

    await #expect(throws: AbandonedError.self) { try await forgetful.value() }
    #expect(freed.isOpen)
  }

  @Test("A run that nobody answers is bounded by a timeout")
  func bounded() async throws {
    let (clock, request) = (VirtualClock(), HangingRequest())
    let silent = Errand<Chart>.fromCallback { callback in
      let request = request.begin { chart, error in callback(chart, error) }
      callback.onCancel { request.stop() }
    }

    let bounded = silent.timeout(after: .seconds(30), clock: clock)

    let run = bounded.run()
    try await clock.sleepers(atLeast: 1)
    clock.advance(by: .seconds(30))
    await #expect(throws: TimeoutError()) { try await run.value }
    #expect(request.stopped.isOpen)
  }
}
