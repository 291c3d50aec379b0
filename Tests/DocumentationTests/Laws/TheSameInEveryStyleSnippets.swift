import Errands
import ErrandsTesting
import Testing

@Suite("The snippets of law 8", .timeLimit(.minutes(1)))
struct TheSameInEveryStyleSnippets {
  private final class Identity: Error {}

  private func outAndBack(_ chart: Errand<Chart>) -> Errand<Chart> {
    let back = Errand<Chart>.fromCallback { callback in
      let run = chart.run(on: .immediate) { outcome in callback(outcome) }
      run.onProgress(on: .immediate) { progress in callback.report(progress) }
      callback.onCancel { run.cancel() }
    }
    return back
  }

  @Test("The value and the identical error come back")
  func outcome() async throws {
    #expect(try await outAndBack(.success(Chart())).value() == Chart())
    let error = Identity()
    do {
      _ = try await outAndBack(.failure(error)).value()
      Issue.record("it had to fail")
    } catch let other as Identity {
      #expect(other === error)
    }
  }

  @Test("Cancellation goes there, progress comes back")
  func cancellation() async throws {
    let request = HangingRequest()
    let kept = Events<Callback<Chart>>()
    let run = outAndBack(
      .fromCallback { callback in
        kept.record(callback)
        callback.report(completed: 1, total: 2)
        callback.onCancel { request.stop() }
      }
    ).run()
    #expect(run.progress == RunProgress(completed: 1, total: 2))
    run.cancel()
    #expect(request.stopped.isOpen)
  }
}
