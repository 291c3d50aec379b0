import ErrandsTesting
import Testing

@testable import Errands

@Suite("A run that follows another one", .timeLimit(.minutes(1)))
struct FollowTests {
  private let work = ManualWork<Int>("work")
  private let heard = Events<String>()

  /// A run that follows one of the work's.
  private func following(_ other: Run<Int>) -> Errand<Int> {
    .fromCallback("follower") { $0.follow(other) }
  }

  @Test("Settles as it does")
  func outcome() async throws {
    for outcome in [.success(7), .failure(ManualError())] as [Result<Int, any Error>] {
      let work = ManualWork<Int>()
      let run = following(work.errand.run()).run()
      try await work.callback()(outcome)
      #expect(run.outcome?.label == outcome.label)
    }
    let settled = Errand<Int>.success(3).run()
    #expect(following(settled).run().outcome?.label == "value 3")
  }

  @Test("Passes on its progress, and that of before")
  func progress() async throws {
    let other = work.errand.run()
    try await work.callback().report(completed: 1, total: 3)
    let run = following(other).run()
    run.onProgress(on: .immediate) { heard.record("\($0.completed) of \($0.total ?? 0)") }
    try await work.callback().report(completed: 2, total: 3)
    #expect(heard.all == ["1 of 3", "2 of 3"])
    work.letGo()
  }

  @Test("Is cancelled with all of its work, and settles once")
  func cancelled() async throws {
    let log = TraceLog(of: "follower")
    let other = work.errand.run()
    let run = following(other).run()
    run.cancel()
    #expect(run.outcome?.label == "cancelled" && other.outcome?.label == "cancelled")
    _ = try await work.cancellations.event(1)
    #expect(log.labels == ["made", "started", "settled cancelled"])
  }

  @Test("One that was cancelled before cancels it")
  func cancelledBefore() async throws {
    let kept = Kept<Callback<Int>>()
    let run = Errand<Int>.fromCallback { kept.set($0) }.run()
    let other = work.errand.run()
    run.cancel()
    kept.value?.follow(other)
    #expect(other.outcome?.label == "cancelled")
  }

  @Test("One that has settled by itself leaves it alone, and hears no more of it")
  func settledBefore() async throws {
    let log = TraceLog(of: "follower")
    let other = work.errand.run()
    let run = Errand<Int>.fromCallback("follower") { callback in
      callback.follow(other)
      callback.succeed(1)
    }.run()
    #expect(run.outcome?.label == "value 1" && other.isRunning)
    try await work.callback().succeed(2)
    #expect(other.outcome?.label == "value 2")
    #expect(log.labels == ["made", "started", "settled succeeded"])
  }

  @Test("Work that is abandoned is told as such")
  func abandoned() async throws {
    let run = following(work.errand.run()).run()
    _ = try await work.callback()
    work.letGo()
    #expect(run.outcome?.label == "abandoned")
  }

  // The forwarding that users write stands in the other run's line, behind its handlers.
  @Test("Waits for no handler of it that blocks")
  func blockedHandler() async throws {
    let pair = BlockingPair()
    let other = work.errand.run(on: .immediate) { _ in pair.first() }
    following(other).run(on: .immediate) { _ in pair.second() }
    let callback = try await work.callback()
    await onThread { callback.succeed(1) }
    #expect(pair.heard.all == BlockingPair.apart)
  }

  @Test("Hears the last report before the outcome, be an observer of it ever so slow")
  func blockedObserver() async throws {
    let (pair, reached) = (BlockingPair(), Gate())
    let other = work.errand.run()
    other.onProgress(on: .immediate) { _ in
      reached.open()
      pair.first()
    }
    let run = following(other).run(on: .immediate) { [heard] outcome in
      heard.record(outcome.label)
      pair.second()
    }
    run.onProgress(on: .immediate) { heard.record("\($0.completed)") }
    let callback = try await work.callback()
    async let reported: Void = onThread { callback.report(completed: 5, total: 5) }
    try await reached.wait()
    await onThread { callback.succeed(1) }
    await reported
    #expect(heard.all == ["5", "value 1"])
    #expect(pair.heard.all == BlockingPair.apart)
  }

  @Test("Leaves nothing behind")
  func nothingLeft() async throws {
    try await withLiveObjects { live in
      let work = ManualWork<LiveObjects.Object>()
      let run = Errand<LiveObjects.Object>.fromCallback { $0.follow(work.errand.run()) }.run()
      try await work.callback().succeed(live.object("value"))
      #expect(run.outcome != nil)
      work.letGo()
    }
  }
}

@Suite("A part of a run's work", .timeLimit(.minutes(1)))
struct PartTests {
  private let begun = Events<Callback<Int>>()
  private let stopped = Events<Void>()

  private var whole: Errand<Int> {
    Errand(name: "whole") { [begun, stopped] callback in
      let part = Errand<Int>.fromCallback("part") { part in
        part.onCancel { stopped.record(()) }
        begun.record(part)
      }
      return try await callback.value(of: part) + 1
    }
  }

  // A task that awaited the value of an errand gave it the priority that the task had begun with, and none of a lower one.
  @Test("has its priority from the beginning, and as it changes")
  func priority() async throws {
    let run = whole.priority(.low).run()
    let part = try await begun.event(1)
    #expect(part.priority == .low)
    run.priority = .high
    #expect(part.priority == .high)
    run.priority = .low
    #expect(part.priority == .low)
    part.succeed(1)
    #expect(try await run.value == 2)
  }

  @Test("reports for it")
  func progress() async throws {
    let run = whole.run()
    let part = try await begun.event(1)
    part.report(completed: 1, total: 3)
    #expect(run.progress == RunProgress(completed: 1, total: 3))
    part.succeed(1)
    #expect(try await run.value == 2)
  }

  @Test("fails it with its error")
  func failure() async throws {
    let run = whole.run()
    try await begun.event(1).fail(ManualError())
    #expect(await run.settled.label == Result<Int, any Error>.failure(ManualError()).label)
  }

  @Test("ends with it, and leaves nothing behind")
  func cancelled() async throws {
    try await withLiveObjects { live in
      let run = whole.map { [object = live.object("behind")] value in withExtendedLifetime(object) { value } }
        .run()
      _ = try await begun.event(1)
      run.cancel()
      _ = try await stopped.event(1)
      #expect(await run.settled.label == "cancelled")
    }
  }
}
