import Errands
import ErrandsTesting
import Foundation
import Testing

@testable import ErrandsOperations

@Suite("Operations of ours and of Foundation's that wait for each other", .timeLimit(.minutes(1)))
struct ForeignDependencyTests {
  @Test("One of ours waits for one of Foundation's")
  func waits() async throws {
    let queue = OperationQueue()
    let foreigner = BlockOperation {}
    let dependent = ManualOperation()
    dependent.addDependency(foreigner)
    queue.enqueue(dependent)
    #expect(!dependent.isReady && dependent.dependencies == [foreigner])
    queue.enqueue(foreigner)
    try await dependent.callback().succeed(1)
    #expect(foreigner.isFinished)
  }

  @Test("That it was cancelled becomes the dependent's outcome, unless it was told to run")
  func cancelled() async throws {
    let queue = OperationQueue()
    let foreigner = BlockOperation {}
    let (dependent, regardless) = (ErrandOperation { 1 }, ErrandOperation { 2 })
    dependent.addDependency(foreigner)
    regardless.addDependency(foreigner, whenItFails: .run)
    queue.enqueue([dependent, regardless])
    foreigner.cancel()
    queue.enqueue(foreigner)
    await #expect(throws: CancellationError.self) { try await dependent.value }
    #expect(try await regardless.value == 2)
    #expect(dependent.isCancelled)
  }

  @Test("One of Foundation's waits for one of ours, which it runs after, whatever its outcome")
  func waitsForOurs() async throws {
    let queue = OperationQueue()
    let ours = ManualOperation()
    let foreigner = BlockOperation {}
    foreigner.addDependency(ours)
    queue.enqueue([foreigner, ours])
    try await ours.callback().fail(Failure())
    try await foreigner.finished()
  }

  /// A dependent that is freed before its dependency has finished crashes Foundation on Linux, where the
  /// dependency holds it without a reference.
  @Test("A dependent of ours that is let go of leaves nothing behind for its dependency to crash on")
  func freedDependent() async throws {
    try await withLiveObjects { live in
      let foreigner = BlockOperation {}
      for _ in 0..<100 {
        let dependent = ManualOperation(live: live)
        dependent.addDependency(foreigner)
      }
      try await live.allGone()
      let garbage = (0..<1_000).map { _ in [UInt8](repeating: 0xFF, count: 400) }
      foreigner.start()
      #expect(foreigner.isFinished && garbage.count == 1_000)
    }
  }

  @Test("One of Foundation's that nobody runs is let go of with its dependents")
  func neverRun() async throws {
    final class Probed: BlockOperation, @unchecked Sendable {
      // Sendable: set once.
      private var probe: LiveObjects.Object?
      convenience init(_ live: LiveObjects) {
        self.init {}
        probe = live.object("foreigner")
      }
    }
    try await withLiveObjects { live in
      let foreigner = Probed(live)
      let (freed, cancelled, released) = (ManualOperation(), ManualOperation(), ManualOperation())
      for dependent in [freed, cancelled, released] { dependent.addDependency(foreigner) }
      cancelled.cancel()
      released.removeDependency(foreigner)
      #expect(released.isReady)
    }
  }

  @Test("One that is watched finishes while the watch is called off: nothing crashes, nothing is told twice")
  func race() async throws {
    let rounds = Sizes.raceRounds
    let foreigners = (0..<rounds).map { _ in BlockOperation {} }
    let told = Events<Int>()
    let watches = foreigners.enumerated().map { number, foreigner in
      let watch = FinishWatch(of: foreigner)
      watch.begin { _ in told.record(number) }
      return watch
    }
    await ErrandsTesting.race(rounds: rounds) { round in
      foreigners[round].start()
    } _: { round in
      watches[round].cancel()
    }
    for watch in watches { watch.cancel() }
    #expect(Set(told.all).count == told.count)
  }
}
