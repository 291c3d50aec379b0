import ErrandsTesting
import Testing

@testable import Errands

@Suite("A sequence of work that ends early")
struct SequenceEndingTests {
  private let works = (0..<4).map { _ in ManualWork<Int>() }
  private var cancellations: [Int] { works.map(\.cancellations.count) }

  private func sequence(limit: Int) -> Errand<[Int]> {
    let works = works
    return .sequence(0..<4, limit: limit) { works[$0].errand }
  }

  @Test(
    "One that fails: those in flight are cancelled before anybody is told, and no more are begun",
    .timeLimit(.minutes(1))
  )
  func failsFast() async throws {
    let told = Events<[Int]>()
    let run = sequence(limit: 3).run(on: .immediate) { [works] _ in
      told.record(works.map(\.cancellations.count))
    }
    for work in works.prefix(3) { _ = try await work.callback() }
    try await works[1].callback().fail(ManualError(number: 1))
    #expect(try await told.event(1) == [1, 0, 1, 0])
    #expect(run.outcome?.error as? ManualError == ManualError(number: 1))
    #expect(works[3].startCount == 0)
  }

  @Test("Cancelling reaches those in flight, and no more are begun", .timeLimit(.minutes(1)))
  func cancelled() async throws {
    try await withLiveObjects { live in
      let (works, probe) = (works, live.object("captured"))
      let run = Errand.sequence(0..<4, limit: 2) { number in
        works[number].errand.map { value in withExtendedLifetime(probe) { value } }
      }.run()
      for work in works.prefix(2) { _ = try await work.callback() }
      run.cancel()
      #expect(run.outcome?.label == "cancelled")
      // A chain that is just beginning its work tells it when it has begun, on its own thread.
      for work in works.prefix(2) { _ = try await work.cancellations.event(1) }
      #expect(cancellations == [1, 1, 0, 0])
      #expect(works.map(\.startCount) == [1, 1, 0, 0])
    }
  }

  // The whole waited for work that took no notice of its cancellation.
  @Test(
    "Work that ignores cancellation does not hold up the end",
    .timeLimit(.minutes(1)),
    arguments: [true, false]
  )
  func ignoresCancellation(fails: Bool) async throws {
    let (begun, gate, ended) = (Gate(), Gate(), Gate())
    let trigger = ManualWork<Int>()
    let run = Errand.sequence(0..<2, limit: 2) { number in
      if number == 1 { return trigger.errand }
      return Errand {
        begun.open()
        await Task { try? await gate.wait() }.value
        ended.open()
        return 0
      }
    }.run()
    try await begun.wait()
    let callback = try await trigger.callback()
    if fails { callback.fail(ManualError()) } else { run.cancel() }
    await #expect(throws: (any Error).self) { try await run.value }
    #expect(run.outcome?.label == (fails ? "failed" : "cancelled"))
    #expect(!ended.isOpen)
    gate.open()
    try await ended.wait()
  }

  @Test("The task of work that is cancelled knows it", .timeLimit(.minutes(1)))
  func taskIsCancelled() async throws {
    let (begun, noticed) = (Gate(), Events<Bool>())
    let run = Errand.sequence(0..<1, limit: 1) { _ in
      Errand<Int> {
        begun.open()
        do { try await Gate().wait() } catch { noticed.record(Task.isCancelled) }
        return 0
      }
    }.run()
    try await begun.wait()
    run.cancel()
    #expect(try await noticed.event(1))
  }

  // The reader took the place of a next member, the run ended, and giving the place back took it from an
  // empty list: the process died.
  @Test("Cancelled by its own sequence, in the moment in which that ends", .timeLimit(.minutes(1)))
  func endsWhileCancelled() async throws {
    let kept = Kept<Run<[Int]>>()
    let start = Gate()
    // Until nothing is alive: the reader goes on for a moment after the run has settled.
    try await withLiveObjects { live in
      let probe = live.object("captured by the reader")
      let run = Errand.sequence(Ending { kept.value?.cancel() }, limit: 1) { _ in
        Errand { try await start.wait() }.map { withExtendedLifetime(probe) { 0 } }
      }.run()
      kept.set(run)
      start.open()
      await #expect(throws: CancellationError.self) { try await run.value }
      kept.set(nil)
    }
  }

  // Functions have runs of their own where there is an observer, and none otherwise.
  @Test(
    "A function never begins whose sequence is cancelled by the one who makes it",
    .timeLimit(.minutes(1)),
    arguments: [true, false]
  )
  func cancelledWhileRead(isObserved: Bool) async throws {
    let log = isObserved ? TraceLog(of: "member") : nil
    let (kept, start, begun) = (Kept<Run<[Int]>>(), Gate(), Events<Int>())
    try await withLiveObjects { live in
      let probe = live.object("captured by the member")
      let run = Errand<Void> { try await start.wait() }.flatMap {
        Errand.sequence(0..<3, limit: 1) { number in
          if number == 1 { kept.value?.cancel() }
          return Errand("member") {
            begun.record(number)
            return withExtendedLifetime(probe) { number }
          }
        }
      }.run()
      kept.set(run)
      start.open()
      await #expect(throws: CancellationError.self) { try await run.value }
      kept.set(nil)
    }
    #expect(begun.all == [0])
    _ = log
  }

  @Test("Failing races with the sequence's end", .timeLimit(.minutes(1)))
  func failsAtTheEnd() async throws {
    for _ in 0..<Sizes.raceRounds / 4 {
      let outcome = await Errand.sequence(0..<3, limit: 3) { number in
        Errand<Int> { if number == 1 { throw ManualError() } else { number } }
      }.outcome()
      #expect(outcome.label == "failed")
    }
  }

  @Test("A member whose callback is dropped fails the whole, with its line", .timeLimit(.minutes(1)))
  func abandoned() async throws {
    let line: UInt = #line + 1
    let lost = Errand<Int>.fromCallback { _ in }
    let outcome = await Errand.sequence(0..<3, limit: 2) { _ in lost }.outcome()
    #expect((outcome.error as? AbandonedError)?.origin?.line == line)
  }
}

/// One element, and then something happens.
private struct Ending: Sequence, Sendable {
  let atEnd: @Sendable () -> Void

  func makeIterator() -> AnyIterator<Int> {
    var isFirst = true
    return AnyIterator {
      defer { isFirst = false }
      if !isFirst { atEnd() }
      return isFirst ? 0 : nil
    }
  }
}
