import Dispatch
import ErrandsTesting
import Testing

@testable import Errands

// What depends on a run, was made of a promise or follows a group member was told in one row: the first whose own
// handlers blocked held up all behind it, and whoever awaited these.
@Suite("Who goes on with one outcome does not hold up others who do", .timeLimit(.minutes(1)))
struct KindStrangersTests {
  private let pair = BlockingPair()
  private let work = ManualWork<Int>()

  @Test("dependents of one work, which fails or is cancelled", arguments: [true, false])
  func dependents(isCancelled: Bool) async throws {
    let (queue, run) = (WorkQueue(limit: 4), work.errand.run())
    let callback = try await work.callback()
    let dependents = (1...2).map { queue.add(Errand<Int>.success($0), after: [run]) }
    dependents[0].run.whenSettled(on: .immediate) { [pair] _ in pair.first() }
    dependents[1].run.whenSettled(on: .immediate) { [pair] _ in pair.second() }
    await onThread { if isCancelled { run.cancel() } else { callback.fail(ManualError()) } }
    #expect(pair.heard.all == BlockingPair.apart)
  }

  @Test("a group that is notified, and a member's handler on an executor of one's own")
  func groupAndExecutor() async throws {
    let group = Group<Int>()
    let member = group.add(work.errand)
    group.notify(on: .immediate) { [pair] _ in pair.first() }
    member.whenSettled(on: Delivery { $0() }) { [pair] _ in pair.second() }
    let callback = try await work.callback()
    await onThread { callback.succeed(7) }
    #expect(pair.heard.all == BlockingPair.apart)
  }

  @Test("two errands of one promise, and whoever awaits the second")
  func errandsOfCell() async throws {
    let cell = EagerSettlement<Int>(upstream: nil)
    let errands = (1...2).map { _ in Errand<Int>.fromCallback { cell.feed($0) } }
    errands[0].run(on: .immediate) { [pair] _ in pair.first() }
    errands[1].run(on: .immediate) { [pair] _ in pair.second() }
    await onThread { cell.settle(.success(7)) }
    #expect(pair.heard.all == BlockingPair.apart)
  }

  @Test("two observers of one run, of whom the first one is told on the spot")
  func observers() async throws {
    let run = work.errand.run()
    run.onProgress(on: .immediate) { [pair] _ in pair.first() }
    run.onProgress(on: .queue(DispatchQueue(label: "other"))) { [pair] _ in pair.second() }
    let callback = try await work.callback()
    await onThread { callback.report(completed: 1, total: 2) }
    #expect(pair.heard.all == BlockingPair.apart)
    callback.succeed(7)
  }

  @Test(
    "an observer of a promise, its handlers elsewhere, and its errands, which still have the last report first"
  )
  func reportAndOutcome() async throws {
    let (cell, begun) = (EagerSettlement<Int>(upstream: nil), Gate())
    cell.follow(work.errand, in: nil)
    let callback = try await work.callback()
    cell.observeProgress(on: .immediate) { [pair] _ in
      begun.open()
      pair.first()
    }
    cell.whenDecided { [pair] _ in pair.heard.record("on the spot") }
    cell.whenDecided(as: .queued) { [pair] _ in pair.heard.record("elsewhere") }
    let fed = Errand<Int>.fromCallback { cell.feed($0) }.run(on: .immediate) { [pair] _ in
      pair.heard.record("errand")
    }
    fed.onProgress(on: .immediate) { [pair] in pair.heard.record("report \($0.completed)") }
    async let reporting: Void = onThread { callback.report(completed: 5, total: 5) }
    try await begun.wait()
    await onThread { callback.succeed(7) }
    pair.second()
    await reporting
    let all = pair.heard.all
    #expect(Set(all.prefix(3)) == ["elsewhere", "report 5", "errand"])
    #expect(all.firstIndex(of: "report 5") ?? 9 < all.firstIndex(of: "errand") ?? 0)
    #expect(all.suffix(3) == BlockingPair.apart + ["on the spot"])
  }

  // Nobody stands in for the main thread, whose code may count on being there: those whom a handler on the spot must not
  // hold up come before it.
  @Test("a handler on the spot of the main thread, and whoever goes on elsewhere", arguments: [true, false])
  func onTheMainThread(isDependent: Bool) async throws {
    let run = work.errand.run(on: .immediate) { [pair] _ in pair.first() }
    if isDependent {
      let dependent = WorkQueue(limit: 1).add(Errand<Int>.success(1), after: [run]).run
      dependent.whenSettled(on: .immediate) { [pair] _ in pair.second() }
    } else {
      run.whenSettled(on: Delivery { work in Task { work() } }) { [pair] _ in pair.second() }
    }
    let callback = try await work.callback()
    await MainActor.run { _ = callback.succeed(7) }
    #expect(pair.heard.all == BlockingPair.apart)
  }
}
