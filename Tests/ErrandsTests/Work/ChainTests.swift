import ErrandsTesting
import Testing

@testable import Errands

@Suite("Chains")
struct ChainTests {
  private static func chain(_ first: Errand<Int>, _ live: LiveObjects) -> Errand<Int> {
    let probes = ["map", "flatMap", "recover", "ensure"].map { live.object($0) }
    return first.map { value in withExtendedLifetime(probes[0]) { value + 1 } }
      .flatMap { value in withExtendedLifetime(probes[1]) { .success(value * 2) } }
      .recover { error in withExtendedLifetime(probes[2]) { .failure(error) } }
      .ensure { withExtendedLifetime(probes[3]) {} }
  }

  // The chain in flight held its steps, and the run that had ended held the chain.
  @Test("After the end nothing is alive but the outcome, however it ended", .timeLimit(.minutes(1)))
  func nothingStaysAlive() async throws {
    let work = ManualWork<Int>()
    let runs = try await withLiveObjects { live in
      let succeeded = Self.chain(work.errand, live).run()
      try await work.callback().succeed(1)
      work.letGo()
      let failed = Self.chain(work.errand, live).run()
      try await work.callback().fail(ManualError())
      work.letGo()
      let cancelled = Self.chain(work.errand, live).run()
      cancelled.cancel()
      work.letGo()
      let abandoned = Self.chain(work.errand, live).run()
      work.letGo()
      return [succeeded, failed, cancelled, abandoned]
    }
    #expect(runs.map { $0.outcome?.label } == ["value 4", "failed", "cancelled", "abandoned"])
  }

  // Seen only behind a time limit, which runs the work by itself: a bar under a `map` stood still.
  @Test("The progress of whatever the chain waits for is that of its run")
  func progress() {
    let works = [Kept<Callback<Int>>(), Kept<Callback<Int>>()]
    let errands = works.map { work in Errand<Int>.fromCallback { work.set($0) } }
    let run = errands[0].map { $0 + 1 }.flatMap { _ in errands[1] }.ensure {}.run()
    let heard = Events<String>()
    run.onProgress(on: .immediate) { heard.record($0.label) }
    works[0].value?.report(completed: 1, total: 4)
    works[0].take()?.succeed(1)
    works[1].value?.report(completed: 3, total: 4)
    works[1].take()?.succeed(7)
    #expect(heard.all == ["1/4", "3/4"])
    #expect(run.outcome?.label == "value 7")
  }

  @Test("What a chain waits for is traced as a run inside its own")
  func parent() {
    let parents = Events<RunID>()
    let observation = Trace.observe { event in
      if case .made(parent: let parent?) = event.kind { parents.record(parent) }
    }
    let inner = Errand<Int>.fromCallback { $0.succeed(2) }
    let run = Errand<Int>.fromCallback { $0.succeed(1) }.map { $0 + 1 }.flatMap { _ in inner }.run()
    withExtendedLifetime(observation) {}
    #expect(run.outcome?.label == "value 2")
    #expect(parents.all.count { $0 == run.id } == 2)
  }

  @Test("Work that ignores its cancellation keeps no steps alive", .timeLimit(.minutes(1)))
  func ignoredCancellation() async throws {
    let gate = Gate()
    let work = ManualWork<Int>()
    try await withLiveObjects { live in
      let run = Self.chain(work.errand.flatMap { _ in Errand { 1 } }, live).run()
      _ = try await work.callback()
      run.cancel()
    }
    // The callback is still there, and means nothing any more.
    #expect(try await work.callback().succeed(1) == false)
    gate.open()
  }

  @Test(
    "A value, an error and a cancellation go through unchanged in every style",
    .timeLimit(.minutes(1)),
    arguments: Style.allCases
  )
  func everyStyle(style: Style) async throws {
    try await withLiveObjects { live in
      let work = ManualWork<Int>()
      let errand = Self.chain(work.errand, live)
      let value = style.listen(to: errand)
      try await work.callback().succeed(1)
      #expect(try await value.outcome().label == "value 4")
      let other = ManualWork<Int>()
      let cancelled = style.listen(to: Self.chain(other.errand, live))
      _ = try await other.callback()
      cancelled.cancel()
      #expect(try await cancelled.outcome().label == "cancelled")
      #expect(other.cancellations.count == 1)
      let error = ProbeError(live)
      let failed = style.listen(to: Self.chain(.failure(error), live))
      #expect(try await failed.outcome().error as? ProbeError === error)
    }
  }

  @Test("In a scope that ends, whatever the chain has come to is cancelled", .timeLimit(.minutes(1)))
  func scope() async throws {
    let (scope, work) = (Scope(), ManualWork<Int>())
    let run = Errand.success(1).flatMap { _ in work.errand.timeout(after: .seconds(600)) }.run(in: scope)
    scope.cancel()
    #expect(run.outcome?.label == "cancelled")
    #expect(work.cancellations.count == 1)
  }

  @Test("The same errand in two chains is run for each")
  func branches() {
    let begun = Counter()
    let stem = Errand<Int>.fromCallback { $0.succeed(begun.enter()) }.map { $0 * 10 }
    let (left, right) = (stem.map { $0 + 1 }, stem.map { $0 + 2 })
    #expect(left.run().outcome?.label == "value 11")
    #expect(right.run().outcome?.label == "value 22")
  }

  // Cancelling settled it a second time, for the trace: each deadline of a cancelled chain was a late
  // settlement.
  @Test("A cancelled chain of deadlines leaves no late settlement in the trace")
  func noLateSettlement() {
    let log = TraceLog(of: "watched")
    let work = ManualWork<Int>("watched")
    let errand = work.errand.map { $0 }.timeout(after: .seconds(60)).retry().delay(for: .seconds(60)).timeout(
      after: .seconds(60)
    )
    errand.run().cancel()
    work.errand.map { $0 }.timeout(after: .seconds(60)).retry().timeout(after: .seconds(60)).map { $0 }.run()
      .cancel()
    #expect(log.labels.filter { $0.hasPrefix("late") } == [])
    #expect(work.cancellations.count == 1)
  }

  @Test(
    "Cancelling from another thread, between two steps: those behind are not taken",
    .timeLimit(.minutes(1))
  )
  func cancelledBetweenSteps() async {
    let (kept, behind) = (Kept<Run<Int>>(), Counter())
    let work = Kept<Callback<Int>>()
    let run = Errand<Int>.fromCallback { work.set($0) }
      .map { value in
        kept.value?.cancel()
        return value
      }
      .flatMap { value in Errand.success(behind.enter() + value) }
      .recover { _ in .success(behind.enter()) }
      .map { $0 + behind.enter() }.run()
    kept.set(run)
    await onThread { work.value?.succeed(1) }
    #expect(run.outcome?.label == "cancelled")
    #expect(behind.count == 0)
    kept.set(nil)
    work.set(nil)
  }
}
