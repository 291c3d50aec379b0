import Dispatch
import ErrandsTesting
import Testing

@testable import Errands

// What depends on a run or follows a group member was told in one row: the first whose own handlers blocked held up all
// behind it, and whoever awaited these.
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

  @Test("an owner that is told on the spot, and a handler on an executor of one's own")
  func ownerAndExecutor() async throws {
    let run = work.errand.run()
    run.whenSettled(for: work, on: .immediate) { [pair] _, _ in pair.first() }
    run.whenSettled(on: Delivery { $0() }) { [pair] _ in pair.second() }
    let callback = try await work.callback()
    await onThread { callback.succeed(7) }
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
