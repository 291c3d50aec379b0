import Dispatch
import ErrandsTesting
import Testing

@testable import Errands

@Suite("Law 7: progress tells the truth")
struct ProgressTests {
  /// Errands on another one, and the operator.
  static let operators: [(name: String, make: @Sendable (Errand<Int>) -> Errand<Int>)] = [
    ("map", { $0.map { $0 } }),
    ("retry", { $0.retry() }),
    ("timeout", { $0.timeout(after: .seconds(3600)) }),
    ("shared", { $0.shared() }),
    ("awaited", { errand in Errand { progress in try await errand.value(reporting: progress) } }),
    ("reporting", { errand in Errand { progress in try await errand.reporting(to: progress).value() } }),
  ]

  // It waited behind a report that another thread had in hand, and the outcome went past both.
  @Test(
    "A report that comes while another one is told, and before the outcome, is told before that",
    .timeLimit(.minutes(1)),
    arguments: operators.indices
  )
  func lastReport(_ index: Int) async throws {
    let (work, heard) = (ManualWork<Int>(), Events<String>())
    let (isTold, goOn) = (Gate(), DispatchSemaphore(value: 0))
    let run = Self.operators[index].make(work.errand).begin(in: nil as Scope?) { run in
      run.onProgress(on: .immediate) { progress in
        heard.record(progress.label)
        guard progress.completed == 1 else { return }
        isTold.open()
        goOn.wait()
      }
      run.whenSettled(on: .immediate) { heard.record($0.label) }
    }
    let callback = try await work.callback()
    WorkerThreads.shared.start { callback.report(completed: 1, total: 2) }
    try await isTold.wait()
    callback.report(completed: 2, total: 2)
    callback.succeed(7)
    goOn.signal()
    #expect(try await heard.event(3) == "value 7")
    #expect(heard.all == ["1/2", "2/2", "value 7"])
    #expect(run.outcome?.label == "value 7")
  }

  // It was told nothing, as it stood behind the one that took long when the run settled.
  @Test(
    "An observer on the spot behind one that takes long is told the last report before the outcome, too",
    .timeLimit(.minutes(1)),
    arguments: [true, false]
  )
  func lastReportBehind(isCancelled: Bool) async throws {
    let (work, heard) = (ManualWork<Int>(), Events<String>())
    let (isTold, goOn) = (Gate(), DispatchSemaphore(value: 0))
    let run = work.errand.begin(in: nil) { run in
      run.onProgress(on: .immediate) { progress in
        heard.record("first \(progress.label)")
        isTold.open()
        goOn.wait()
      }
      run.onProgress(on: .immediate) { heard.record("second \($0.label)") }
      run.whenSettled(on: .immediate) { heard.record($0.label) }
    }
    let callback = try await work.callback()
    WorkerThreads.shared.start { callback.report(completed: 2, total: 2) }
    try await isTold.wait()
    if isCancelled { run.cancel() } else { callback.succeed(7) }
    goOn.signal()
    let end = isCancelled ? "cancelled" : "value 7"
    _ = try await heard.first { $0 == end }
    #expect(heard.all == ["first 2/2", "second 2/2", end])
  }

  @Test("So it is where the one before settles the run inside its report")
  func lastReportInside() async throws {
    let (work, heard) = (ManualWork<Int>(), Events<String>())
    let run = work.errand.run()
    let callback = try await work.callback()
    run.onProgress(on: .immediate) { progress in
      callback.succeed(7)
      heard.record("first \(progress.label)")
    }
    run.onProgress(on: .immediate) { heard.record("second \($0.label)") }
    run.whenSettled(on: .immediate) { heard.record($0.label) }
    callback.report(completed: 1, total: 2)
    #expect(heard.all == ["first 1/2", "second 1/2", "value 7"])
  }

  @Test("Completed units never go down and never exceed the total")
  func clamped() {
    let (run, heard) = Self.listened()
    for (completed, total) in [(1, 10), (5, 10), (3, 10), (5, 10), (20, 10), (11, 10)] as [(Int64, Int64?)] {
      run.report(RunProgress(completed: completed, total: total))
    }
    #expect(heard.all == ["1/10", "5/10", "10/10"])
  }

  @Test("An unknown total is nil, not a guess, and a known one stays known")
  func unknownTotal() {
    let (run, heard) = Self.listened()
    run.report(RunProgress(completed: 1, total: nil))
    run.report(RunProgress(completed: 2, total: 8))
    run.report(RunProgress(completed: 3, total: nil))
    #expect(heard.all == ["1/?", "2/8", "3/8"])
    #expect(RunProgress(completed: 1, total: nil).fraction == nil)
    #expect(RunProgress(completed: 2, total: 8).fraction == 0.25)
    #expect(RunProgress(completed: 0, total: 0).fraction == 1)
  }

  @Test("A total that shrinks below what is done is not passed on")
  func shrinkingTotal() {
    let (run, heard) = Self.listened()
    run.report(RunProgress(completed: 50, total: 100))
    run.report(RunProgress(completed: 60, total: 40))
    run.report(RunProgress(completed: 60, total: 80))
    #expect(heard.all == ["50/100", "60/80"])
  }

  @Test("A report with fewer units than before brings its total all the same")
  func totalWithFewerUnits() {
    let (run, heard) = Self.listened()
    run.report(RunProgress(completed: 5, total: nil))
    run.report(RunProgress(completed: 3, total: 10))
    #expect(heard.all == ["5/?", "5/10"])
  }

  @Test("Negative numbers count as nothing")
  func negative() {
    let (run, heard) = Self.listened()
    run.report(RunProgress(completed: -5, total: -1))
    #expect(heard.all == ["0/0"])
  }

  @Test("Whoever looks late sees the newest report, and the run knows it too", .timeLimit(.minutes(1)))
  func lateObserver() async throws {
    let run = Run<Int>(name: "late", registry: nil)
    #expect(run.progress == nil)
    run.report(RunProgress(completed: 1, total: 4))
    run.report(RunProgress(completed: 2, total: 4))
    #expect(run.progress == RunProgress(completed: 2, total: 4))
    let heard = Events<String>()
    run.onProgress(on: .concurrent) { heard.record($0.label) }
    #expect(try await heard.event(1) == "2/4")
  }

  @Test("A slow observer gets fewer reports, not a backlog")
  func coalesced() async throws {
    let run = Run<Int>(name: "slow", registry: nil)
    let works = Events<@Sendable () -> Void>()
    let heard = Events<String>()
    let slow = Delivery.collecting(in: works)
    run.onProgress(on: slow) { heard.record($0.label) }
    for step in 1...1_000 { run.report(RunProgress(completed: Int64(step), total: 2_000)) }
    #expect(works.count == 1)
    try await works.event(1)()
    #expect(heard.all == ["1000/2000"])
    #expect(works.count == 1)
    #expect(run.state.withLock { $0.deliveries.waitingCount(for: slow.executor) } == 0)
    for step in 1_001...2_000 { run.report(RunProgress(completed: Int64(step), total: 2_000)) }
    #expect(works.count == 2)
    try await works.event(2)()
    #expect(heard.all == ["1000/2000", "2000/2000"])
  }

  // One observer's lost work silenced it for the rest of the run.
  @Test("A report whose work the executor throws away does not silence the observer")
  func thrownAway() {
    let run = Run<Int>(name: "thrown away", registry: nil)
    let isOpen = Lock(false)
    let heard = Events<String>()
    let delivery = Delivery { work in if isOpen.withLock({ $0 }) { work() } }
    run.onProgress(on: delivery) { heard.record($0.label) }
    run.report(RunProgress(completed: 1, total: 2))
    isOpen.withLock { $0 = true }
    run.report(RunProgress(completed: 2, total: 2))
    #expect(heard.all == ["2/2"])
  }

  @Test(
    "The last report comes before the outcome on the same executor, whatever it is",
    .timeLimit(.minutes(1))
  )
  func lastReportFirst() async throws {
    actor Desk {}
    let desk = Desk()
    let deliveries: [Delivery] = [
      .immediate, .mainActor, .concurrent, .actor(desk), .queue(DispatchQueue(label: "one")),
      .queue(DispatchQueue(label: "many", attributes: .concurrent)),
    ]
    for delivery in deliveries {
      let run = Run<Int>(name: "mix", registry: nil)
      let heard = Events<String>()
      run.whenSettled(on: delivery) { heard.record($0.label) }
      run.onProgress(on: delivery) { heard.record($0.label) }
      for step in 1...20 { run.report(RunProgress(completed: Int64(step), total: 20)) }
      run.settle(.success(1))
      _ = try await heard.first { $0 == "value 1" }
      #expect(heard.all.suffix(2) == ["20/20", "value 1"])
      #expect(Set(heard.all).count == heard.count)
    }
  }

  // One under way held up another one, and the run settled meanwhile: the second was dropped, although the outcome
  // was told behind it on the same thread.
  @Test("On the spot, too, where a slow observer holds up both")
  func lastReportOnTheSpot() {
    let run = Run<Int>(name: "on the spot", registry: nil)
    let heard = Events<String>()
    run.onProgress(on: .immediate) { [unowned run] progress in
      if progress.completed == 1 {
        run.report(RunProgress(completed: 2, total: 2))
        run.settle(.success(7))
        #expect(heard.count == 0)
      }
      heard.record(progress.label)
    }
    run.whenSettled(on: .immediate) { heard.record($0.label) }
    run.report(RunProgress(completed: 1, total: 2))
    #expect(heard.all == ["1/2", "2/2", "value 7"])
  }

  @Test("And for a handler that comes when the run has settled, and the report still waits")
  func lastReportBeforeALateHandler() {
    let run = Run<Int>(name: "late handler", registry: nil)
    let heard = Events<String>()
    run.onProgress(on: .immediate) { [unowned run] progress in
      if progress.completed == 1 {
        run.report(RunProgress(completed: 2, total: 2))
        run.settle(.success(7))
        run.whenSettled(on: .immediate) { heard.record($0.label) }
        #expect(heard.count == 0)
      }
      heard.record(progress.label)
    }
    run.report(RunProgress(completed: 1, total: 2))
    #expect(heard.all == ["1/2", "2/2", "value 7"])
  }

  @Test("On an executor of one's own that is busy, for a handler and for an owner", arguments: [false, true])
  func lastReportOnAnOwnExecutor(hasOwner: Bool) async throws {
    let run = Run<Int>(name: "busy", registry: nil)
    let (works, heard, owner) = (Events<@Sendable () -> Void>(), Events<String>(), Gate())
    let delivery = Delivery.collecting(in: works)
    run.onProgress(on: delivery) { heard.record($0.label) }
    if hasOwner {
      run.whenSettled(for: owner, on: delivery) { _, outcome in heard.record(outcome.label) }
    } else {
      run.whenSettled(on: delivery) { heard.record($0.label) }
    }
    run.report(RunProgress(completed: 1, total: 2))
    run.settle(.success(7))
    #expect(heard.count == 0 && works.count == 1)
    for number in 1...2 { try await works.event(number)() }
    #expect(heard.all == ["1/2", "value 7"])
    withExtendedLifetime(owner) {}
  }

  // A report on a suspended queue held up every handler of the run, and whoever awaited it.
  @Test("Elsewhere a report that has not begun when the run settles is dropped", .timeLimit(.minutes(1)))
  func droppedElsewhere() async throws {
    let run = Run<Int>(name: "elsewhere", registry: nil)
    let works = Events<@Sendable () -> Void>()
    let heard = Events<String>()
    run.onProgress(on: .collecting(in: works)) { heard.record($0.label) }
    run.whenSettled(on: .immediate) { heard.record($0.label) }
    run.report(RunProgress(completed: 1, total: 2))
    run.settle(.success(1))
    #expect(try await run.value == 1)
    try await works.event(1)()
    #expect(heard.all == ["value 1"])
  }

  @Test(
    "Nothing is reported after the outcome, in every style that reports",
    .timeLimit(.minutes(1)),
    arguments: Style.reporting
  )
  func noneAfterOutcome(style: Style) async throws {
    let work = ManualWork<Int>()
    let listener = style.listen(to: work.errand)
    let callback = try await work.callback()
    callback.report(completed: 1, total: 2)
    _ = try await listener.heard.event(1)
    callback.succeed(7)
    callback.report(completed: 2, total: 2)
    _ = try await listener.outcome()
    #expect(listener.labels == ["progress 1/2", "value 7"])
    let late = Events<Int>()
    let run = Errand<Int>.fromCallback { callback in
      callback.report(completed: 1, total: 1)
      callback.succeed(1)
    }.run()
    run.onProgress(on: .immediate) { _ in late.record(1) }
    #expect(late.count == 0)
  }

  // A report was recorded under the lock and sent outside it: a settlement in between overtook it, or left it behind.
  @Test(
    "A settlement in the middle of a report is told behind that",
    arguments: [.immediate, .queue(DispatchQueue(label: "inside"))] as [Delivery]
  )
  func settlementInsideReport(delivery: Delivery) async throws {
    let run = Run<Int>(name: "inside", registry: nil)
    let heard = Events<String>()
    run.onProgress(on: delivery) { heard.record($0.label) }
    run.whenSettled(on: delivery) { heard.record($0.label) }
    let observation = Trace.observe { event in
      if event.run == run.id, event.kind.label == "progress 1/2" { run.cancel() }
    }
    run.report(RunProgress(completed: 1, total: 2))
    withExtendedLifetime(observation) {}
    _ = try await heard.first { $0 == "cancelled" }
    #expect(heard.all == ["1/2", "cancelled"])
  }

  @Test("Reporting races with settling: the outcome is the last event", .timeLimit(.minutes(1)))
  func race() async {
    let rounds = Sizes.raceRounds
    let runs = (0..<rounds).map { _ in Run<Int>(name: "race", registry: nil) }
    let heard = Lock(Array(repeating: [String](), count: rounds))
    for (round, run) in runs.enumerated() {
      run.onProgress(on: .immediate) { progress in heard.withLock { $0[round].append(progress.label) } }
      run.whenSettled(on: .immediate) { outcome in heard.withLock { $0[round].append(outcome.label) } }
    }
    await ErrandsTesting.race(rounds: rounds) { round in
      runs[round].report(RunProgress(completed: 1, total: 2))
      runs[round].report(RunProgress(completed: 2, total: 2))
    } _: { round in
      runs[round].settle(.success(1))
    }
    let all = heard.withLock { $0 }
    #expect(all.allSatisfy { $0.last == "value 1" && $0.filter { $0 == "value 1" }.count == 1 })
  }

  @Test("Reports from two threads never go down", .timeLimit(.minutes(1)))
  func twoReporters() async {
    let run = Run<Int>(name: "reporters", registry: nil)
    let heard = Events<Int64>()
    run.onProgress(on: .immediate) { heard.record($0.completed) }
    await ErrandsTesting.race(rounds: Sizes.raceRounds) { round in
      run.report(RunProgress(completed: Int64(2 * round), total: nil))
    } _: { round in
      run.report(RunProgress(completed: Int64(2 * round + 1), total: nil))
    }
    #expect(heard.all == heard.all.sorted())
    #expect(heard.all.last == Int64(2 * Sizes.raceRounds - 1))
  }

  @Test("Progress survives a time limit", .timeLimit(.minutes(1)))
  func survivesOperators() async throws {
    let work = ManualWork<Int>()
    let errand = work.errand.timeout(after: .seconds(1), clock: VirtualClock())
    let listener = Style.actionDelegate.listen(to: errand, on: .immediate)
    let callback = try await work.callback()
    callback.report(completed: 1, total: 2)
    callback.report(completed: 2, total: 2)
    callback.succeed(1)
    #expect(listener.labels == ["progress 1/2", "progress 2/2", "value 1"])
  }

  /// A chart that was loaded by async/await told the page nothing on its way, while every other style did.
  @Test("One who waits inside an errand passes the progress on", .timeLimit(.minutes(1)))
  func passedOn() async throws {
    let work = ManualWork<Int>()
    let outer = Errand { progress in try await work.errand.value(reporting: progress) }
    let listener = Style.actionDelegate.listen(to: outer, on: .immediate)
    let callback = try await work.callback()
    callback.report(completed: 1, total: 2)
    callback.succeed(1)
    _ = try await listener.outcome()
    #expect(listener.labels == ["progress 1/2", "value 1"])
  }

  @Test("An asynchronous function reports too", .timeLimit(.minutes(1)))
  func asyncReports() async throws {
    let errand = Errand { progress in
      progress(completed: 1, total: 3)
      progress(completed: 3, total: 3)
      return 1
    }
    let listener = Style.stream.listen(to: errand)
    #expect(try await listener.outcome().label == "value 1")
    #expect(listener.labels.suffix(2) == ["progress 3/3", "value 1"])
  }

  private static func listened() -> (Run<Int>, Events<String>) {
    let run = Run<Int>(name: "progress", registry: nil)
    let heard = Events<String>()
    run.onProgress(on: .immediate) { heard.record($0.label) }
    return (run, heard)
  }
}
