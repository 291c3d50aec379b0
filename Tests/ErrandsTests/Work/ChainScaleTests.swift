import ErrandsTesting
import Testing

@testable import Errands

// Each of these overflowed the stack when a chain was walked, run or freed by recursion. The stacks here are
// those of the threads that an application gets: 512 KiB.
@Suite("Chains of a million steps")
struct ChainScaleTests {
  private static let million = 10 * Sizes.chain
  private let heard = Events<String>()

  /// The errand with many steps more.
  private static func chain<Value>(
    _ count: Int,
    from first: Errand<Value>,
    _ step: (Errand<Value>) -> Errand<Value>
  ) -> Errand<Value> {
    var errand = first
    for _ in 0..<count { errand = step(errand) }
    return errand
  }

  @Test("Made, run, settled and released on a small stack", .timeLimit(.minutes(1)))
  func million() async {
    let heard = heard
    await onThread {
      let errand = Self.chain(Self.million, from: .success(0)) { $0.map { $0 + 1 } }
      heard.record(errand.run().outcome?.label ?? "nothing")
    }
    #expect(heard.all == ["value \(Self.million)"])
  }

  @Test("Released without having been run", .timeLimit(.minutes(1)))
  func released() async throws {
    try await withLiveObjects { live in
      let heard = heard
      await onThread {
        let probe = live.object("captured by the first step")
        let first = Errand.success(0).map { value in withExtendedLifetime(probe) { value } }
        let errand = Self.chain(Self.million, from: first) { $0.map { $0 + 1 } }
        heard.record(errand.name)
      }
      #expect(heard.count == 1)
    }
  }

  @Test("An error passes all of them, and so does a cancellation", .timeLimit(.minutes(1)))
  func failing() async {
    let heard = heard
    await onThread {
      let work = Kept<Callback<Int>>()
      let errand = Self.chain(Self.million, from: .fromCallback { work.set($0) }) { $0.map { $0 + 1 } }
      let run = errand.run()
      work.value?.fail(ManualError())
      heard.record(run.outcome?.label ?? "nothing")
      let cancelled = errand.run()
      cancelled.cancel()
      heard.record(cancelled.outcome?.label ?? "nothing")
      work.set(nil)
    }
    #expect(heard.all == ["failed", "cancelled"])
  }

  @Test("Steps that recover and look on at the end", .timeLimit(.minutes(1)))
  func recovering() async {
    let heard = heard
    let ensured = Counter()
    await onThread {
      let errand = Self.chain(Sizes.chain, from: Errand<Int>.failure(ManualError())) { errand in
        errand.recover { .failure($0) }.ensure { ensured.enter() }
      }
      heard.record(errand.run().outcome?.label ?? "nothing")
    }
    #expect(heard.all == ["failed"])
    #expect(ensured.count == Sizes.chain)
  }

  @Test("Steps that look on at the end of a cancelled chain", .timeLimit(.minutes(1)))
  func ensuringCancelled() async {
    let ensured = Counter()
    let work = ManualWork<Int>()
    await onThread {
      Self.chain(Sizes.chain, from: work.errand) { $0.ensure { ensured.enter() } }.run().cancel()
    }
    #expect(ensured.count == Sizes.chain)
    #expect(work.cancellations.count == 1)
  }

  @Test("Steps of which each begins work that settles at once", .timeLimit(.minutes(1)))
  func beginning() async {
    let heard = heard
    await onThread {
      let errand = Self.chain(Sizes.chain, from: .success(0)) { errand in
        errand.flatMap { value in .fromCallback { $0.succeed(value + 1) } }
      }
      heard.record(errand.run().outcome?.label ?? "nothing")
    }
    #expect(heard.all == ["value \(Sizes.chain)"])
  }

  // Each wait copied the steps that were left: a hundred thousand took minutes.
  @Test("Steps of which each waits take linear time", .timeLimit(.minutes(1)))
  func waiting() async {
    let heard = heard
    await onThread {
      let work = Kept<Callback<Int>>()
      let errand = Self.chain(Sizes.chain, from: .success(0)) { errand in
        errand.flatMap { _ in .fromCallback { work.set($0) } }
      }
      let run = errand.run()
      for number in 1...Sizes.chain { work.value?.succeed(number) }
      heard.record(run.outcome?.label ?? "nothing")
      work.set(nil)
    }
    #expect(heard.all == ["value \(Sizes.chain)"])
  }

  @Test("Work that goes on with itself needs no more stack or memory", .timeLimit(.minutes(1)))
  func goesOnWithItself() async throws {
    try await withLiveObjects { live in
      let heard = heard
      await onThread {
        heard.record(Self.countDown(from: Sizes.chain, live).run().outcome?.label ?? "nothing")
      }
      #expect(heard.all == ["value 0"])
    }
  }

  private static func countDown(from number: Int, _ live: LiveObjects) -> Errand<Int> {
    let probe = live.object("round")
    return Errand.fromCallback { callback in callback.succeed(number) }.flatMap { number in
      // Two: this round's, and that of the one which answered with it.
      if withExtendedLifetime(probe, { live.count }) > 2 { throw ManualError(number: number) }
      return number == 0 ? .success(0) : countDown(from: number - 1, live)
    }
  }
}
