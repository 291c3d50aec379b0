import Dispatch
import ErrandsTesting
import Foundation
import Testing

@testable import Errands

@Suite("Style: Foundation's Progress")
struct ProgressObjectTests {
  @Test("Out: indeterminate while the total is unknown, then what is reported")
  func follows() {
    let run = Run<Int>(name: "progress", registry: nil)
    let progress = Progress(following: run, on: .immediate)
    #expect(progress.isIndeterminate)
    run.report(RunProgress(completed: 3, total: nil))
    #expect(progress.label == "3/-1")
    #expect(progress.isIndeterminate)
    run.report(RunProgress(completed: 5, total: 20))
    #expect(progress.label == "5/20")
    #expect(progress.fractionCompleted == 0.25)
    #expect(!progress.isFinished)
  }

  @Test("Out: finished when the run has settled, however that was, and cancelled where it was")
  func finishes() {
    for (outcome, isCancelled) in Self.endings {
      for report in [nil, RunProgress(completed: 3, total: nil), RunProgress(completed: 3, total: 9)] {
        let run = Run<Int>(name: "progress", registry: nil)
        let progress = Progress(following: run, on: .immediate)
        report.map(run.report)
        #expect(!progress.isFinished)
        run.settle(outcome)
        #expect(progress.isFinished)
        #expect(progress.totalUnitCount == report?.total ?? report?.completed ?? 1)
        #expect(progress.isCancelled == isCancelled)
      }
    }
  }

  @Test("Out: of a run that has settled already, it is finished", .timeLimit(.minutes(1)))
  func settledBefore() async throws {
    let run = Errand<Int>.fromCallback { callback in
      callback.report(completed: 4, total: 4)
      callback.succeed(1)
    }.run()
    let (followed, gate) = await MainActor.run {
      let gate = Gate()
      let progress = Progress(following: run)
      #expect(!progress.isFinished)
      run.whenSettled { _ in gate.open() }
      return (progress, gate)
    }
    try await gate.wait()
    await MainActor.run { #expect(followed.label == "4/4" && followed.isFinished) }
  }

  /// A child that was full left its parent, which counted it. When the total grew after that, as that of a
  /// list does whose next page is larger, the parent counted it again, and ended beyond its own total.
  @Test("Out: a parent counts the run's share once, also where the work found more to do")
  func parent() {
    let run = Run<Int>(name: "progress", registry: nil)
    let parent = Progress.discreteProgress(totalUnitCount: 10)
    parent.addChild(Progress(following: run, on: .immediate), withPendingUnitCount: 5)
    run.report(RunProgress(completed: 1, total: 2))
    #expect(parent.fractionCompleted == 0.25)
    run.report(RunProgress(completed: 2, total: 2))
    #expect(parent.completedUnitCount == 0)
    run.report(RunProgress(completed: 3, total: 4))
    #expect(parent.fractionCompleted == 0.375)
    run.settle(.success(1))
    #expect(parent.completedUnitCount == 5)
    #expect(parent.fractionCompleted == 0.5)
  }

  @Test("Out: cancelling it cancels the run, and so does cancelling its parent", .timeLimit(.minutes(1)))
  func cancels() async throws {
    let work = ManualWork<Int>()
    let run = work.errand.run()
    Progress(following: run, on: .immediate).cancel()
    _ = try await work.cancellations.event(1)
    #expect(run.outcome?.label == "cancelled")

    let parent = Progress.discreteProgress(totalUnitCount: 1)
    let other = work.errand.run()
    parent.addChild(Progress(following: other, on: .immediate), withPendingUnitCount: 1)
    parent.cancel()
    _ = try await work.cancellations.event(2)
    #expect(other.outcome?.label == "cancelled")
  }

  @Test(
    "Out: a child that nobody else holds is followed to the end, and then let go of",
    .timeLimit(.minutes(1))
  )
  func lifetime() async throws {
    try await withLiveObjects { live in
      final class Probed: Progress, @unchecked Sendable {
        // Sendable: set before anybody else sees it, as its class is.
        var probe: LiveObjects.Object?
      }
      let work = ManualWork<Int>()
      let run = work.errand.run()
      do {
        let progress = Probed(following: run, on: .immediate)
        progress.probe = live.object("progress")
      }
      #expect(live.count == 1)
      try await work.callback().succeed(1)
      work.letGo()
      try await live.allGone()
      #expect(run.outcome?.label == "value 1")
    }
  }

  @Test("In: reported where the work updates it, children included")
  func reports() {
    let heard = Events<String>()
    let progress = Progress.discreteProgress(totalUnitCount: -1)
    let errand = Errand<Int>.fromCallback { callback in
      callback.run.onProgress(on: .immediate) { heard.record($0.label) }
      callback.follow(progress)
      progress.totalUnitCount = 100
      progress.completedUnitCount = 57
      callback.report(progress)
      let child = Progress.discreteProgress(totalUnitCount: 2)
      progress.addChild(child, withPendingUnitCount: 43)
      child.completedUnitCount = 1
      callback.report(progress)
      child.completedUnitCount = 2
      callback.report(progress)
      callback.succeed(1)
    }
    #expect(errand.run().outcome?.label == "value 1")
    #expect(heard.all == ["0/?", "57/100", "78/100", "100/100"])
  }

  @Test("In: a total that no fraction can count is not a crash")
  func hugeTotal() {
    let run = Errand<Int>.fromCallback { callback in
      let progress = Progress.discreteProgress(totalUnitCount: .max)
      progress.completedUnitCount = .max
      callback.report(progress)
      callback.succeed(1)
    }.run()
    #expect(run.progress == RunProgress(completed: .max, total: .max))
  }

  @Test("In: cancelling the run cancels the progress object, settling it otherwise does not")
  func cancelsObject() {
    let progress = Progress.discreteProgress(totalUnitCount: 1)
    let other = Progress.discreteProgress(totalUnitCount: 1)
    let held = Lock<Callback<Int>?>(nil)
    let run = Errand<Int>.fromCallback { callback in
      callback.follow(progress)
      held.withLock { $0 = callback }
    }.run()
    #expect(!progress.isCancelled)
    run.cancel()
    #expect(progress.isCancelled)
    Errand<Int>.fromCallback { callback in
      callback.follow(other)
      callback.succeed(1)
    }.run().cancel()
    #expect(!other.isCancelled)
  }

  @Test("In: an asynchronous function reports one too", .timeLimit(.minutes(1)))
  func asyncReports() async throws {
    let errand = Errand { report in
      let progress = Progress.discreteProgress(totalUnitCount: 4)
      progress.completedUnitCount = 1
      report(progress)
      return 1
    }
    let run = errand.run()
    _ = try await run.value
    #expect(run.progress == RunProgress(completed: 1, total: 4))
  }

  @Test("Law 8: in and out again, an object and the one that follows it say the same")
  func roundTrip() {
    let source = Progress.discreteProgress(totalUnitCount: 8)
    let held = Lock<Callback<Int>?>(nil)
    let run = Errand<Int>.fromCallback { callback in
      callback.follow(source)
      held.withLock { $0 = callback }
    }.run()
    let shown = Progress(following: run, on: .immediate)
    for units in [1, 4, 7] as [Int64] {
      source.completedUnitCount = units
      held.withLock { $0 }?.report(source)
      #expect(shown.label == source.label)
    }
    run.cancel()
    #expect(source.isCancelled && shown.isCancelled)
  }

  private static let endings: [(Result<Int, any Error>, isCancelled: Bool)] = [
    (.success(1), false), (.failure(ManualError()), false), (.failure(CancellationError()), true),
  ]
}

extension Progress {
  fileprivate var label: String { "\(completedUnitCount)/\(totalUnitCount)" }
}
