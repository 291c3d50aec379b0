import Errands
import ErrandsTesting
import Testing

@Suite("Reporting to somebody else", .timeLimit(.minutes(1)))
struct ReportingTests {
  private let work = Errand<Int>.fromCallback { callback in
    callback.report(completed: 1, total: 2)
    callback.report(completed: 2, total: 2)
    callback.succeed(7)
  }

  @Test("The errand on whose behalf the work is done has its progress, and so has the work's own run")
  func both() async throws {
    let inner = Events<RunProgress?>()
    let outer = Errand<Int> { [work] progress in
      let run = work.reporting(to: progress).run()
      inner.record(run.progress)
      return try await run.value
    }
    let run = outer.run()
    #expect(try await run.value == 7)
    #expect(inner.all == [RunProgress(completed: 2, total: 2)])
    #expect(run.progress == RunProgress(completed: 2, total: 2))
  }

  @Test("Outcome, name and cancellation are those of the work")
  func otherwise() async throws {
    try await withLiveObjects { live in
      let stopped = Events<Void>()
      let object = live.object("held by the work")
      let waiting = Errand<Int>.fromCallback("waiting") { callback in
        callback.onCancel {
          stopped.record(())
          withExtendedLifetime((callback, object)) {}
        }
      }
      _ = try await Errand<Void> { progress in
        let reporting = waiting.reporting(to: progress)
        #expect(reporting.name == "waiting")
        let run = reporting.run()
        run.cancel()
        await #expect(throws: CancellationError.self) { try await run.value }
      }.value()
      #expect(stopped.all.count == 1)
    }
  }

  @Test("A chain of them reports to all, and errors pass")
  func chain() async throws {
    let failing = Errand<Int>.fromCallback { callback in
      callback.report(completed: 3, total: nil)
      callback.fail(ManualError())
    }
    let inner = Errand<Int> { progress in try await failing.reporting(to: progress).value() }
    let outer = Errand<Int> { progress in try await inner.reporting(to: progress).value() }
    let run = outer.run()
    await #expect(throws: ManualError.self) { try await run.value }
    #expect(run.progress == RunProgress(completed: 3, total: nil))
  }
}
