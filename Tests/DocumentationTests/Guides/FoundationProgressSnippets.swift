import Errands
import ErrandsTesting
import Foundation
import Testing

@Suite("The snippets of “Foundation's Progress”", .timeLimit(.minutes(1)))
struct FoundationProgressSnippets {
  @Test("A run as a child of a progress object")
  func waysOut() async throws {
    let request = HangingRequest()
    let chart = Errand<Chart>.fromCallback { callback in
      let request = request.begin { chart, error in callback(chart, error) }
      callback.onCancel { request.stop() }
      callback.report(completed: 1, total: 2)
    }
    let run = chart.run()

    let all = Progress.discreteProgress(totalUnitCount: 10)
    all.addChild(Progress(following: run, on: .immediate), withPendingUnitCount: 5)

    #expect(all.fractionCompleted == 0.25)
    all.cancel()
    try await request.stopped.wait()
  }

  @Test("Work that updates a progress object")
  func waysIn() async throws {
    let parts = [1, 2, 3]

    let copy = Errand<Int>.fromCallback { callback in
      let progress = Progress(totalUnitCount: Int64(parts.count))
      callback.follow(progress)
      for _ in parts {
        progress.completedUnitCount += 1
        callback.report(progress)
      }
      callback.succeed(parts.count)
    }

    let run = copy.run()
    #expect(try await run.value == 3)
    #expect(run.progress == RunProgress(completed: 3, total: 3))
  }
}
