import Dispatch
import ErrandsTesting
import Testing

@testable import Errands

@Suite("Style: delegates")
struct DelegateStyleTests {
  @Test(
    "Both forms are told of progress, then of the outcome",
    .timeLimit(.minutes(1)),
    arguments: [Style.delegate, .actionDelegate]
  )
  func told(style: Style) async throws {
    let live = LiveObjects()
    let heard = Events<String>()
    let screen = Screen(live, heard)
    let work = ManualWork<Int>()
    screen.load(work.errand, style, on: .queue(DispatchQueue(label: "delegate")))
    let callback = try await work.callback()
    callback.report(completed: 1, total: 2)
    _ = try await heard.event(1)
    callback.report(completed: 2, total: 2)
    callback.succeed(7)
    _ = try await heard.event(3)
    #expect(heard.all == ["progress 1/2", "progress 2/2", "value 7"])
    withExtendedLifetime(screen) {}
  }

  @Test("A delegate is told on its executor", .timeLimit(.minutes(1)))
  func executor() async throws {
    final class MainDelegate: RunDelegate {
      let heard = Events<Int>()
      func run(_ run: Run<Int>, didSettle outcome: Result<Int, any Error>) {
        MainActor.assertIsolated()
        heard.record((try? outcome.get()) ?? 0)
      }
    }
    let delegate = MainDelegate()
    let errand = Errand<Int>.fromCallback { callback in
      callback.report(completed: 1, total: 1)
      callback.succeed(7)
    }
    errand.run(delegate: delegate, on: .mainActor)
    #expect(try await delegate.heard.event(1) == 7)
    #expect(delegate.heard.count == 1)
  }

  @Test("A delegate is told which run it is")
  func whichRun() async throws {
    final class Recorder: RunDelegate {
      let runs = Events<RunID>()
      func run(_ run: Run<Int>, didReport progress: RunProgress) { runs.record(run.id) }
      func run(_ run: Run<Int>, didSettle outcome: Result<Int, any Error>) { runs.record(run.id) }
    }
    let recorder = Recorder()
    let work = ManualWork<Int>()
    let first = work.errand.run(delegate: recorder, on: .immediate)
    try await work.callback().report(completed: 1, total: 2)
    let second = work.errand.run(delegate: recorder, on: .immediate)
    second.cancel()
    first.cancel()
    #expect(recorder.runs.all == [first.id, second.id, first.id])
    #expect(first.id < second.id)
  }

  @Test("A delegate that goes in the middle hears no more", arguments: [Style.delegate, .actionDelegate])
  func goesInTheMiddle(style: Style) async throws {
    let live = LiveObjects()
    let heard = Events<String>()
    let work = ManualWork<Int>()
    do {
      let screen = Screen(live, heard)
      screen.load(work.errand, style, on: .immediate)
      try await work.callback().report(completed: 1, total: 3)
      withExtendedLifetime(screen) {}
    }
    #expect(live.count == 0)
    try await work.callback().report(completed: 2, total: 3)
    try await work.callback().succeed(7)
    #expect(heard.all == ["progress 1/3"])
  }
}
