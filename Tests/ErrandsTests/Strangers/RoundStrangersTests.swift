import Dispatch
import ErrandsTesting
import Testing

@testable import Errands

// They were told, or stopped, one after the other by one thread: the first whose code blocked held up all behind it, and
// one that waited for a later one did so for ever.
@Suite("Those who are told or stopped together do not hold up one another", .timeLimit(.minutes(1)))
struct RoundStrangersTests {
  private let pair = BlockingPair()
  private let begun = Events<Int>()

  /// Two that never end, whose hooks are the pair's.
  private var members: [Errand<Int>] {
    let hooks: [@Sendable () -> Void] = [pair.first, pair.second]
    return hooks.map { hook in
      Errand.fromCallback { [begun] callback in
        // Not forgotten: the hook holds it.
        callback.onCancel { withExtendedLifetime(callback) { hook() } }
        begun.record(1)
      }
    }
  }

  @Test("those who share one piece of work")
  func shared() async throws {
    let work = ManualWork<Int>()
    let errand = work.errand.shared()
    let awaiting = [errand.run(on: .immediate) { [pair] _ in pair.first() }, errand.run()]
    errand.run(on: .immediate) { [pair] _ in pair.second() }
    let callback = try await work.callback()
    await onThread { callback.succeed(7) }
    #expect(pair.heard.all == BlockingPair.apart)
    #expect(try await awaiting[1].value == 7)
  }

  @Test("nor where they are told of its progress")
  func sharedProgress() async throws {
    let work = ManualWork<Int>()
    let errand = work.errand.shared()
    let runs = [errand.run(), errand.run()]
    runs[0].onProgress(on: .immediate) { [pair] _ in pair.first() }
    runs[1].onProgress(on: .immediate) { [pair] _ in pair.second() }
    let callback = try await work.callback()
    await onThread { callback.report(completed: 1, total: 2) }
    #expect(pair.heard.all == BlockingPair.apart)
    callback.succeed(7)
  }

  @Test("those who wait for all of a group, and those who are notified", arguments: [true, false])
  func group(isNotified: Bool) async throws {
    let (group, work) = (Group<Int>(), ManualWork<Int>())
    group.add(work.errand)
    group.all().run(on: .immediate) { [pair] _ in pair.first() }
    if isNotified {
      group.notify(on: .immediate) { [pair] _ in pair.second() }
    } else {
      group.all().run(on: .immediate) { [pair] _ in pair.second() }
    }
    let callback = try await work.callback()
    await onThread { callback.succeed(7) }
    #expect(pair.heard.all == BlockingPair.apart)
  }

  @Test("members of a group that is cancelled")
  func cancelledGroup() async {
    let group = Group<Int>()
    for member in members { group.add(member) }
    await onThread { group.cancel() }
    #expect(pair.heard.all == BlockingPair.apart)
  }

  @Test("runs of a scope that ends", arguments: [true, false])
  func scope(isFreed: Bool) async {
    let scope = Lock<Scope?>(Scope())
    for member in members { scope.withLock { held in _ = held.map { member.run(in: $0) } } }
    await onThread {
      if isFreed {
        let freed = scope.withLock { $0.take() }
        withExtendedLifetime(freed) {}
      } else {
        scope.withLock { $0 }?.cancel()
      }
    }
    #expect(pair.heard.all == BlockingPair.apart)
  }

  @Test("works of a queue that are cancelled")
  func queue() async {
    let queue = WorkQueue(limit: 2)
    for member in members { queue.add(member) }
    await onThread { queue.cancelAll() }
    #expect(pair.heard.all == BlockingPair.apart)
  }

  @Test(
    "members of an all, of a race and of a sequence that are cancelled",
    arguments: ["all", "race", "sequence"]
  )
  func operators(name: String) async throws {
    let run: any Cancellable =
      switch name {
      case "all": Errand.all(members).run()
      case "race": Errand.race(members).run()
      default: Errand.sequence(members, limit: 2) { $0 }.run()
      }
    _ = try await begun.event(2)
    await onThread { run.cancel() }
    #expect(pair.heard.all == BlockingPair.apart)
  }

  @Test("the losers of a race, who have stopped before anybody is told")
  func losers() async throws {
    let winner = ManualWork<Int>()
    let race = Errand.race([winner.errand] + members)
    race.run(on: .immediate) { [pair] _ in pair.heard.record("told") }
    let callback = try await winner.callback()
    await onThread { callback.succeed(7) }
    #expect(pair.heard.all == ["second", "first", "told"])
  }
}

extension RoundStrangersTests {
  // An executor of somebody's own was not given its work before the handlers on the spot had returned, and what
  // depends on the run did not hear of it.
  @Test(
    "a handler on the spot, and one for an executor of one's own or a follower behind it",
    arguments: ["executor", "cell", "group"]
  )
  func kinds(name: String) async throws {
    let work = ManualWork<Int>()
    let run = work.errand.run(on: .immediate) { [pair] _ in pair.first() }
    switch name {
    case "executor":
      let executor = Delivery { work in Task { work() } }
      run.whenSettled(on: executor) { [pair] _ in pair.second() }
    case "cell": run.settlement.whenSettled { [pair] _ in pair.second() }
    default:
      let group = Group<Int>()
      group.add(Errand.fromCallback { callback in run.settlement.whenSettled { callback($0) } })
      group.notify(on: .immediate) { [pair] _ in pair.second() }
    }
    let callback = try await work.callback()
    await onThread { callback.succeed(7) }
    #expect(pair.heard.all == BlockingPair.apart)
  }

  // Each took a turn of its own. Between two of them one was called that had been registered when the thread that settles
  // had gone, and the run counted as told.
  @Test("handlers on the spot keep their order, whoever calls them", arguments: [false, true])
  func order(hasOwner: Bool) async throws {
    let (work, heard) = (ManualWork<Int>(), Events<String>())
    let (begun, goOn) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    let run = work.errand.run(on: .immediate) { _ in
      begun.signal()
      goOn.wait()
      heard.record("first")
    }
    if hasOwner {
      run.whenSettled(for: heard, on: .immediate) { heard, _ in heard.record("second") }
    } else {
      run.whenSettled(on: .immediate) { _ in heard.record("second") }
    }
    run.whenSettled(on: .immediate) { _ in heard.record("third") }
    // Leaves those on the spot to another thread.
    run.settlement.whenSettled(as: .stranger) { _ in begun.wait() }
    let callback = try await work.callback()
    await onThread { callback.succeed(7) }
    run.whenSettled(on: .immediate) { _ in heard.record("late") }
    goOn.signal()
    _ = try await heard.event(4)
    #expect(heard.all == ["first", "second", "third", "late"])
  }

  @Test("nor the other way round; and handlers on the spot keep their order")
  func otherWayRound() async throws {
    let work = ManualWork<Int>()
    let run = work.errand.run()
    run.settlement.whenSettled { [pair] _ in pair.first() }
    run.whenSettled(on: .immediate) { [pair] _ in pair.heard.record("before") }
    run.whenSettled(on: .immediate) { [pair] _ in pair.second() }
    let callback = try await work.callback()
    await onThread { callback.succeed(7) }
    #expect(pair.heard.all == ["before", "second", "first"])
  }
}
