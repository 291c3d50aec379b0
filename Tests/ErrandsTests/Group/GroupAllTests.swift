import ErrandsTesting
import Testing

@testable import Errands

@Suite("A group that fails fast")
struct GroupAllTests {
  @Test("All values, in the order of entering", .timeLimit(.minutes(1)), arguments: Style.allCases)
  func values(style: Style) async throws {
    let group = Group<Int>()
    let callbacks = (0..<3).map { _ in group.enter() }
    let listener = style.listen(to: group.all())
    callbacks[2].succeed(2)
    callbacks[0].succeed(0)
    callbacks[1].succeed(1)
    #expect(try await listener.outcome().label == "value [0, 1, 2]")
    #expect(!group.isCancelled)
  }

  @Test("No members are all there are")
  func none() {
    #expect(Group<Int>().all().run().outcome?.label == "value []")
  }

  @Test("One failure cancels the others first, and waits until they have settled")
  func failsFast() {
    let group = Group<Int>()
    let heard = Events<String>()
    let (failing, slow) = (group.enter(), group.enter())
    slow.onCancel { heard.record("stopped, \(group.pendingCount) pending") }
    let run = group.all().run(on: .immediate) { (outcome: Result<[Int], any Error>) in
      heard.record("\(outcome.label), \(group.pendingCount) pending")
    }
    failing.fail(ManualError(number: 1))
    #expect(heard.all == ["stopped, 1 pending", "failed, 0 pending"])
    #expect(run.outcome?.error as? ManualError == ManualError(number: 1))
    #expect(group.isCancelled)
    #expect(group.add(.fromCallback { $0.succeed(1) }).outcome?.label == "cancelled")
  }

  @Test("The error is the one that came first, not the one of the first member")
  func firstInTime() {
    let live = LiveObjects()
    let (first, second) = (ProbeError(live), ProbeError(live))
    let group = Group<Int>()
    let callbacks = (0..<3).map { _ in group.enter() }
    // Stopping the work is what makes the other member fail in its own way.
    let run = group.all().run()
    callbacks[0].onCancel { callbacks[0].fail(second) }
    callbacks[2].fail(first)
    #expect(run.outcome?.error as? ProbeError === first)
  }

  @Test("A member that was cancelled by itself fails the group as cancelled")
  func memberCancelled() {
    let group = Group<Int>()
    let work = ManualWork<Int>()
    let member = group.add(work.errand)
    let other = group.add(work.errand)
    let run = group.all().run()
    member.cancel()
    #expect(run.outcome?.label == "cancelled")
    #expect(other.outcome?.label == "cancelled")
  }

  @Test("A failure from before is noticed, whether others are in flight or not")
  func failedBefore() {
    let group = Group<Int>()
    let work = ManualWork<Int>()
    group.add(.fromCallback { $0.fail(ManualError(number: 3)) })
    let inFlight = group.add(work.errand)
    #expect(group.all().run().outcome?.error as? ManualError == ManualError(number: 3))
    #expect(inFlight.outcome?.label == "cancelled")
    #expect(group.all().run().outcome?.error as? ManualError == ManualError(number: 3))
  }

  @Test("Cancelling the run cancels the group", .timeLimit(.minutes(1)), arguments: Style.allCases)
  func cancelled(style: Style) async throws {
    let group = Group<Int>()
    let work = ManualWork<Int>()
    group.add(work.errand)
    let log = TraceLog(of: "all, \(style)")
    let listener = style.listen(to: group.all("all, \(style)"))
    // A task that is cancelled before it gets that far need not start the work at all.
    try await log.event("started")
    listener.cancel()
    #expect(try await listener.outcome().label == "cancelled")
    _ = try await work.cancellations.event(1)
    #expect(group.pendingCount == 0)
  }

  @Test("Progress is members settled of members entered, and the last report comes before the outcome")
  func progress() {
    let group = Group<Int>()
    let first = group.enter()
    let listener = Style.actionDelegate.listen(to: group.all(), on: .immediate)
    let second = group.enter()
    first.succeed(1)
    let third = group.enter()
    second.succeed(2)
    third.succeed(3)
    #expect(
      listener.labels == [
        "progress 0/1", "progress 0/2", "progress 1/2", "progress 1/3", "progress 2/3", "progress 3/3",
        "value [1, 2, 3]",
      ]
    )
  }

  @Test("What happens while a report is under way is reported after it")
  func progressWithinProgress() {
    let group = Group<Int>()
    let (first, second) = (group.enter(), group.enter())
    let heard = Events<String>()
    let later = Lock<[Callback<Int>]>([])
    let run = group.all().run()
    run.onProgress(on: .immediate) { progress in
      heard.record(progress.label)
      guard progress.completed == 1, progress.total == 2 else { return }
      let callback = group.enter()
      later.withLock { $0.append(callback) }
    }
    first.succeed(1)
    #expect(heard.all == ["0/2", "1/2", "1/3"])
    second.succeed(2)
    for callback in later.withLock({ $0 }) { callback.succeed(3) }
    #expect(heard.all == ["0/2", "1/2", "1/3", "2/3", "3/3"])
    #expect(run.outcome?.label == "value [1, 2, 3]")
  }

  /// A thread that had counted 1 of 2 was overtaken by one that had counted 2 of 3: the two together read 2
  /// of 2, all done, with a member in flight.
  @Test("Progress from two threads never claims too much", .timeLimit(.minutes(1)))
  func progressFromTwoThreads() async throws {
    let group = Group<Int>()
    let last = group.enter()
    let heard = Events<RunProgress>()
    let isOver = Lock(false)
    let run = group.all().run()
    run.onProgress(on: .immediate) { progress in
      if !isOver.withLock({ $0 }) { heard.record(progress) }
    }
    await ErrandsTesting.race(rounds: Sizes.raceRounds / 4) { _ in
      group.enter().succeed(1)
    } _: { _ in
      group.enter().succeed(2)
    }
    isOver.withLock { $0 = true }
    last.succeed(0)
    #expect(heard.all.allSatisfy { $0.completed < $0.total ?? 0 })
    #expect(run.progress?.fraction == 1)
    #expect(try run.outcome?.get().count == 1 + 2 * (Sizes.raceRounds / 4))
  }

  @Test("Nothing is left when it is over", .timeLimit(.minutes(1)))
  func nothingLeft() async throws {
    try await withLiveObjects { live in
      let group = Group<LiveObjects.Object>()
      let (first, second) = (group.enter(), group.enter())
      let run = group.all().run()
      first.succeed(live.object("value"))
      second.fail(ProbeError(live))
      #expect(run.outcome != nil)
      #expect(group.state.withLock { $0.waiterCount } == 0)
    }
  }
}
