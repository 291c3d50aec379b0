import Dispatch
import ErrandsTesting
import Testing

@testable import Errands

@Suite("All at once")
struct AllTests {
  private let works = (0..<3).map { _ in ManualWork<Int>() }
  private var errands: [Errand<Int>] { works.map(\.errand) }

  @Test("All begin at once, and the values come in the errands' order", .timeLimit(.minutes(1)))
  func order() async throws {
    let run = Errand.all(errands).run()
    #expect(works.map(\.startCount) == [1, 1, 1])
    for index in [2, 0, 1] {
      #expect(run.outcome == nil)
      try await works[index].callback().succeed(index)
    }
    #expect(try run.outcome?.get() == [0, 1, 2])
  }

  // It failed with whichever error stood first in the list, not with the one that had caused the others.
  @Test(
    "One that fails: the others are cancelled, all have settled, and the error is the first in time",
    .timeLimit(.minutes(1))
  )
  func failsFast() async throws {
    let told = Events<[Int]>()
    let errands = works.map { $0.errand.mapError { _ in ManualError(number: 9) } }
    let run = Errand.all(errands).run(on: .immediate) { [works] _ in
      told.record(works.map(\.cancellations.count))
    }
    try await works[0].callback().succeed(0)
    try await works[2].callback().fail(ManualError(number: 2))
    #expect(run.outcome?.error as? ManualError == ManualError(number: 9))
    #expect(told.all == [[0, 1, 0]])
  }

  @Test("A member that was cancelled on its own counts as a failure", .timeLimit(.minutes(1)))
  func cancelledMember() async throws {
    let run = Errand.all(errands).run()
    try await works[1].callback().fail(CancellationError())
    #expect(run.outcome?.label == "cancelled")
    #expect(works.map(\.cancellations.count) == [1, 0, 1])
  }

  @Test("allSettled gives every outcome, and cancels nobody", .timeLimit(.minutes(1)))
  func allSettled() async throws {
    let run = Errand.allSettled(errands).run()
    try await works[2].callback().fail(ManualError())
    try await works[0].callback().succeed(0)
    #expect(run.outcome == nil)
    works[1].letGo()
    #expect(try run.outcome?.get().map(\.label) == ["value 0", "abandoned", "failed"])
    #expect(works[0].cancellations.count + works[2].cancellations.count == 0)
  }

  @Test(
    "Cancelling reaches all, and leaves nothing alive",
    .timeLimit(.minutes(1)),
    arguments: [true, false]
  )
  func cancelled(failsFast: Bool) async throws {
    try await withLiveObjects { live in
      let probe = live.object("captured")
      let errands = errands.map { $0.map { value in withExtendedLifetime(probe) { value } } }
      let run = failsFast ? Errand.all(errands).map { _ in } : Errand.allSettled(errands).map { _ in }
      let running = run.run()
      running.cancel()
      #expect(running.outcome?.label == "cancelled")
      #expect(works.map(\.cancellations.count) == [1, 1, 1])
    }
  }

  @Test("Of none it is done at once")
  func empty() throws {
    #expect(try Errand.all([Errand<Int>]()).run().outcome?.get() == [])
    #expect(try Errand.allSettled([Errand<Int>]()).run().outcome?.get().count == 0)
  }

  @Test("Progress counts those that are done", .timeLimit(.minutes(1)))
  func progress() async throws {
    let listener = Style.delegate.listen(to: Errand.allSettled(errands).map(\.count), on: .immediate)
    try await works[1].callback().succeed(0)
    try await works[0].callback().fail(ManualError())
    try await works[2].callback().succeed(0)
    #expect(listener.labels == ["progress 1/3", "progress 2/3", "progress 3/3", "value 3"])
  }

  @Test("Members that settle at once; after one of them has failed, none is begun")
  func atOnce() throws {
    #expect(try Errand.all([.success(1), .success(2)]).run().outcome?.get() == [1, 2])
    let run = Errand.all([.success(1), .failure(ManualError(number: 5))] + errands).run()
    #expect(run.outcome?.error as? ManualError == ManualError(number: 5))
    #expect(works.map(\.startCount) == [0, 0, 0])
  }

  @Test("Running it twice does the work twice")
  func cold() {
    let begun = Counter()
    let errand = Errand.all([Errand<Int>.fromCallback { $0.succeed(begun.enter()) }])
    #expect(begun.count == 0)
    #expect(errand.run().outcome?.label == "value [1]")
    #expect(errand.run().outcome?.label == "value [2]")
  }

  @Test("The members are on behalf of the whole in the trace")
  func trace() {
    let log = TraceLog(of: "member")
    let run = Errand.all([Errand<Int>.fromCallback("member") { $0.succeed(1) }]).run()
    #expect(log.labels == ["made for \(run.id)", "started", "settled succeeded"])
  }

  @Test("Two members that settle at the same moment, on two threads", .timeLimit(.minutes(1)))
  func twoThreads() async throws {
    let rounds = Sizes.raceRounds
    let pairs = (0..<rounds).map { _ in (ManualWork<Int>(), ManualWork<Int>()) }
    let reports = Events<String>()
    let runs = pairs.map { left, right in
      let run = Errand.all([left.errand, right.errand]).run()
      run.whenSettled(on: .immediate) { _ in }
      run.onProgress(on: .immediate) { if $0.completed == 2 { reports.record($0.label) } }
      return run
    }
    var callbacks: [(Callback<Int>, Callback<Int>)] = []
    for (left, right) in pairs { callbacks.append((try await left.callback(), try await right.callback())) }
    let all = callbacks
    await ErrandsTesting.race(rounds: rounds) {
      all[$0].0.succeed(1)
    } _: {
      all[$0].1.succeed(2)
    }
    #expect(runs.allSatisfy { $0.outcome?.label == "value [1, 2]" })
    #expect(reports.count == rounds)
  }

  // The report of the failure came before the end of the others: an observer that blocked kept them going.
  @Test("An observer that blocks does not keep the others going when one has failed", .timeLimit(.minutes(1)))
  func blockedObserver() async throws {
    let (failing, other, hold) = (ManualWork<Int>(), ManualWork<Int>(), DispatchSemaphore(value: 0))
    let run = Errand.all([failing.errand, other.errand]).run()
    run.onProgress(on: .immediate) { _ in hold.wait() }
    let callback = try await failing.callback()
    async let settling: Void = onThread { callback.fail(ManualError()) }
    _ = try await other.cancellations.event(1)
    for _ in 0..<2 { hold.signal() }
    await settling
    await #expect(throws: ManualError.self) { try await run.value }
  }
}
