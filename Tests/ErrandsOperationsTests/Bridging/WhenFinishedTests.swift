import Errands
import ErrandsTesting
import Foundation
import Testing

@testable import ErrandsOperations

@Suite("Being told when any operation has finished", .timeLimit(.minutes(1)))
struct WhenFinishedTests {
  @Test("Once, when it finishes, with whether it was cancelled")
  func later() async throws {
    let queue = OperationQueue()
    let (good, cancelled, told) = (BlockOperation {}, BlockOperation {}, Events<Bool>())
    good.whenFinished { told.record($0) }
    queue.enqueue(good)
    #expect(try await !told.event(1))
    cancelled.whenFinished { told.record($0) }
    cancelled.cancel()
    #expect(told.count == 1)
    queue.enqueue(cancelled)
    #expect(try await told.event(2))
  }

  @Test("At once, where it has finished already")
  func already() {
    let (operation, told) = (BlockOperation {}, Events<Bool>())
    operation.start()
    operation.whenFinished { told.record($0) }
    #expect(told.all == [false])
  }

  @Test("Its completion block is left alone")
  func completionBlock() async throws {
    let (operation, told) = (BlockOperation {}, Events<String>())
    operation.whenFinished { _ in told.record("told") }
    operation.completionBlock = { told.record("completed") }
    operation.start()
    _ = try await told.event(2)
    #expect(told.all.sorted() == ["completed", "told"])
  }

  @Test("Each time, also where it finishes while it begins to be watched")
  func race() async throws {
    let operations = (0..<Sizes.raceRounds).map { _ in BlockOperation {} }
    let told = Events<Int>()
    await ErrandsTesting.race(rounds: operations.count) { round in
      operations[round].start()
    } _: { round in
      operations[round].whenFinished { _ in told.record(round) }
    }
    _ = try await told.event(operations.count)
    #expect(Set(told.all).count == operations.count)
  }

  @Test("A watch that is called off lets go of its operation and of what it would have called")
  func calledOff() async throws {
    try await withLiveObjects { live in
      let operation = BlockOperation {}
      let watch = FinishWatch(of: operation)
      watch.begin { [object = live.object("handler")] _ in
        withExtendedLifetime(object) { _ = Issue.record("called") }
      }
      watch.cancel()
      try await live.allGone()
      operation.start()
    }
  }

  /// When a watch is given something to hold.
  enum Holding: CaseIterable { case beforeTelling, whileTelling }

  // A queue that nobody kept was gone before its operation heard that another one had finished.
  @Test("A watch holds what it is given until its handler has returned", arguments: Holding.allCases)
  func holding(when: Holding) async throws {
    try await withLiveObjects { live in
      let operation = BlockOperation {}
      let (watch, told) = (FinishWatch(of: operation), Events<[String: Int]>())
      let hold: @Sendable () -> Void = { [weak watch] in watch?.hold(live.object("held")) }
      watch.begin(holding: {
        if when == .beforeTelling { hold() }
        return nil
      }) { _ in
        if when == .whileTelling { hold() }
        told.record(live.names)
      }
      operation.start()
      #expect(try await told.event(1) == ["held": 1])
      try await live.allGone()
    }
  }
}
