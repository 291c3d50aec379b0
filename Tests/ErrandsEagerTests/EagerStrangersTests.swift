import Errands
import ErrandsEager
import ErrandsTesting
import Testing

// What was made of a promise was told in one row: the first whose own handlers blocked held up all behind it, and all
// that awaited these.
@Suite("Those who go on with one eager settlement do not hold up one another", .timeLimit(.minutes(1)))
struct EagerStrangersTests {
  private typealias Cell = EagerSettlement<Int>

  private let pair = BlockingPair()
  private let cell = Cell(source: nil)
  private let callbacks = Kept<Callback<Int>>()

  private func begin() -> Callback<Int>? {
    cell.bind(to: .fromCallback { [callbacks] in callbacks.set($0) }, in: nil)
    return callbacks.take()
  }

  @Test("Two errands of it, and whoever awaits the second")
  func errands() async {
    let errands = (1...2).map { _ in Errand<Int>.fromCallback { [cell] in cell.forward(to: $0) } }
    errands[0].run(on: .immediate) { [pair] _ in pair.first() }
    errands[1].run(on: .immediate) { [pair] _ in pair.second() }
    await onThread { [cell] in cell.settle(.success(7)) }
    #expect(pair.heard.all == BlockingPair.apart)
  }

  @Test("An observer, handlers elsewhere, and errands, which still have the last report before the outcome")
  func reportAndOutcome() async throws {
    let (callback, begun) = (try #require(begin()), Gate())
    cell.observeProgress(on: .immediate) { [pair] _ in
      begun.open()
      pair.first()
    }
    cell.whenDecided { [pair] _ in pair.heard.record("on the spot") }
    cell.whenDecided(as: .queued) { [pair] _ in pair.heard.record("elsewhere") }
    let fed = Errand<Int>.fromCallback { [cell] in cell.forward(to: $0) }.run(on: .immediate) { [pair] _ in
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

  // Two hundred thousand cancelled waits kept 37 MB: the handlers of those who had gone stayed until the end.
  @Test("A wait that is given up leaves nothing behind while a handler waits on", .timeLimit(.minutes(2)))
  func givenUpWait() async throws {
    let (live, heard) = (LiveObjects(), Events<Int?>())
    cell.whenDecided { heard.record(try? $0.get()) }
    for _ in 0..<Sizes.chain / 200 {
      let tasks = (0..<100).map { _ in
        Task { [cell, probe = live.object("waits")] in
          _ = await cell.settled()
          withExtendedLifetime(probe) {}
        }
      }
      for task in tasks { task.cancel() }
      for task in tasks { await task.value }
    }
    try await live.allGone()
    #expect(cell.handlerCount == 1 && cell.isUndecided)
    cell.settle(.success(7))
    #expect(heard.all == [7])
  }

  // Each left the handler that was to settle it and the observer of its progress, 500 bytes, until the cell was settled.
  @Test("Nor does the run of an errand of it that is cancelled", .timeLimit(.minutes(2)))
  func givenUpErrand() async throws {
    let (callback, heard) = (try #require(begin()), Events<Int?>())
    cell.whenDecided { heard.record(try? $0.get()) }
    let errand = Errand<Int>.fromCallback { [cell] in cell.forward(to: $0) }
    for _ in 0..<Sizes.chain / 20 {
      weak var former: Run<Int>?
      do {
        let run = errand.run()
        former = run
        run.cancel()
      }
      #expect(former == nil)
    }
    #expect(cell.handlerCount == 1 && cell.isUndecided)
    let last = errand.run()
    callback.succeed(7)
    #expect(try await last.value == 7)
    #expect(heard.all == [7])
  }

  /// Where another cell is settled.
  enum Place: CaseIterable {
    case handler, handlerOfRun, hook

    func call(_ body: @escaping @Sendable () -> Void) {
      switch self {
      case .handler:
        let outer = Cell(source: nil)
        outer.whenDecided { _ in body() }
        outer.settle(.success(1))
      case .handlerOfRun: Errand.success(1).run(on: .immediate) { _ in body() }
      case .hook: Errand<Int>.fromCallback { $0.onCancel(body) }.run().cancel()
      }
    }
  }

  // Put off until the outermost call had returned, a handler that waited for it would have waited for ever.
  @Test("One that is settled inside a call tells its handlers before that returns", arguments: Place.allCases)
  func inside(place: Place) {
    let heard = Events<String>()
    place.call { [cell] in
      cell.whenDecided { _ in heard.record("told") }
      cell.settle(.success(2))
      heard.record("settled")
    }
    #expect(heard.all == ["told", "settled"])
  }
}
