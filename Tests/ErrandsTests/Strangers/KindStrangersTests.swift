import Dispatch
import ErrandsTesting
import Testing

@testable import Errands

// What depends on a run, was made of a promise or follows a group member was told in one row: the first whose own
// handlers blocked held up all behind it, and whoever awaited these.
@Suite("Who goes on with one outcome does not hold up others who do", .timeLimit(.minutes(1)))
struct KindStrangersTests {
  private let heard = Events<String>()
  private let isCalled = DispatchSemaphore(value: 0)
  private let work = ManualWork<Int>()

  private func blocks() { heard.record(isCalled.wait(timeout: .now() + 30) == .success ? "last" : "in vain") }

  private func goesOn() {
    heard.record("goes on")
    isCalled.signal()
  }

  private func mustHaveGoneOn(sourceLocation: Testing.SourceLocation = #_sourceLocation) {
    #expect(heard.all == ["goes on", "last"], sourceLocation: sourceLocation)
  }

  @Test("dependents of one work, which fails or is cancelled", arguments: [true, false])
  func dependents(isCancelled: Bool) async throws {
    let (queue, run) = (WorkQueue(limit: 4), work.errand.run())
    let callback = try await work.callback()
    let dependents = (1...2).map { queue.add(Errand<Int>.success($0), after: [run]) }
    dependents[0].run.whenSettled(on: .immediate) { _ in self.blocks() }
    dependents[1].run.whenSettled(on: .immediate) { _ in self.goesOn() }
    await onThread { if isCancelled { run.cancel() } else { callback.fail(ManualError()) } }
    mustHaveGoneOn()
  }

  @Test("a group that is notified, and a member's handler on an executor of one's own")
  func groupAndExecutor() async throws {
    let group = Group<Int>()
    let member = group.add(work.errand)
    group.notify(on: .immediate) { _ in self.blocks() }
    member.whenSettled(on: Delivery { $0() }) { _ in self.goesOn() }
    let callback = try await work.callback()
    await onThread { callback.succeed(7) }
    mustHaveGoneOn()
  }

  @Test("two errands of one promise, and whoever awaits the second")
  func errandsOfCell() async throws {
    let cell = EagerSettlement<Int>(upstream: nil)
    let errands = (1...2).map { _ in Errand<Int>.fromCallback { cell.feed($0) } }
    errands[0].run(on: .immediate) { _ in self.blocks() }
    errands[1].run(on: .immediate) { _ in self.goesOn() }
    await onThread { cell.settle(.success(7)) }
    mustHaveGoneOn()
  }

  @Test("two observers of one run, of whom the first one is told on the spot")
  func observers() async throws {
    let run = work.errand.run()
    run.onProgress(on: .immediate) { _ in self.blocks() }
    run.onProgress(on: .queue(DispatchQueue(label: "other"))) { _ in self.goesOn() }
    let callback = try await work.callback()
    await onThread { callback.report(completed: 1, total: 2) }
    mustHaveGoneOn()
    callback.succeed(7)
  }

  @Test(
    "an observer of a promise, its handlers elsewhere, and its errands, which still have the last report first"
  )
  func reportAndOutcome() async throws {
    let (cell, begun) = (EagerSettlement<Int>(upstream: nil), Gate())
    cell.follow(work.errand, in: nil)
    let callback = try await work.callback()
    cell.observeProgress(on: .immediate) { _ in
      begun.open()
      self.blocks()
    }
    cell.whenDecided { _ in self.heard.record("on the spot") }
    cell.whenDecided(as: .queued) { _ in self.heard.record("elsewhere") }
    let fed = Errand<Int>.fromCallback { cell.feed($0) }.run(on: .immediate) { [heard] _ in
      heard.record("errand")
    }
    fed.onProgress(on: .immediate) { [heard] in heard.record("report \($0.completed)") }
    async let reporting: Void = onThread { callback.report(completed: 5, total: 5) }
    try await begun.wait()
    await onThread { callback.succeed(7) }
    goesOn()
    await reporting
    let all = heard.all
    #expect(Set(all.prefix(3)) == ["elsewhere", "report 5", "errand"])
    #expect(all.firstIndex(of: "report 5") ?? 9 < all.firstIndex(of: "errand") ?? 0)
    #expect(all.suffix(3) == ["goes on", "last", "on the spot"])
  }
}
