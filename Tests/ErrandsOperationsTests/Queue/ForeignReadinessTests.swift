import Errands
import ErrandsTesting
import Foundation
import Testing

@testable import ErrandsOperations

/// One that overrides `isReady` ended the process at once where it was not ready: it was started all the same.
@Suite("Operations of Foundation's that decide when they are ready", .timeLimit(.minutes(1)))
struct ForeignReadinessTests {
  /// As documented for Foundation's: an override, and a notification when it changes.
  private final class Gated: Operation, @unchecked Sendable {
    // Sendable: what changes lies in objects that see to that themselves.
    let runs = Events<Void>()
    private let gate = Gate()
    private let live: LiveObjects.Object?

    init(_ live: LiveObjects? = nil) {
      self.live = live?.object("gated")
      super.init()
    }

    override var isReady: Bool { isCancelled || (super.isReady && gate.isOpen) }
    override func main() { runs.record(()) }

    func open() {
      willChangeValue(forKey: "isReady")
      gate.open()
      didChangeValue(forKey: "isReady")
    }
  }

  @Test("Such a one begins when it says so, and has no place until then")
  func gated() async throws {
    let (queue, order) = (AsyncOperationQueue(maxConcurrentOperationCount: 1), Events<String>())
    let gated = Gated()
    queue.addOperation(gated)
    let other = BlockOperation { order.record("other") }
    queue.addOperation(other)
    try await other.finished()
    #expect(gated.runs.count == 0 && order.all == ["other"])
    gated.open()
    try await queue.settled()
    #expect(gated.runs.count == 1)
  }

  @Test("One that another operation makes ready does not keep that one from its place")
  func openedByAnother() async throws {
    let queue = AsyncOperationQueue(maxConcurrentOperationCount: 1)
    let gated = Gated()
    queue.addOperation(gated)
    queue.addOperation { gated.open() }
    try await queue.settled()
    #expect(gated.runs.count == 1)
  }

  @Test("It waits for its dependencies and for itself, whichever comes last", arguments: [true, false])
  func dependencyAndGate(gateFirst: Bool) async throws {
    let queue = AsyncOperationQueue()
    let (dependency, gated) = (ManualOperation(), Gated())
    gated.addDependency(dependency)
    queue.addOperation(gated)
    queue.addOperation(dependency)
    let callback = try await dependency.callback()
    if gateFirst { gated.open() }
    callback.succeed(1)
    try await dependency.finished()
    if !gateFirst {
      #expect(gated.runs.count == 0 && !gated.isFinished)
      gated.open()
    }
    try await queue.settled()
    #expect(gated.runs.count == 1)
  }

  @Test("One that becomes ready while it is added begins, each time")
  func whileAdded() async throws {
    let queue = AsyncOperationQueue()
    let operations = (0..<Sizes.raceRounds).map { _ in Gated() }
    await race(rounds: operations.count) { round in
      queue.addOperation(operations[round])
    } _: { round in
      operations[round].open()
    }
    try await queue.settled()
    #expect(operations.allSatisfy { $0.runs.count == 1 })
  }

  @Test(
    "One that is never ready and is cancelled, by itself or with the queue, goes at once and leaves nothing behind"
  )
  func neverReady() async throws {
    try await withLiveObjects { live in
      let queue = AsyncOperationQueue(maxConcurrentOperationCount: 1)
      let (alone, together) = (Gated(live), Gated(live))
      for operation in [alone, together] { queue.addOperation(operation) }
      alone.cancel()
      #expect(queue.operations == [together])
      queue.cancelAllOperations()
      #expect(queue.operationCount == 0)
      for operation in [alone, together] {
        try await operation.finished()
        #expect(operation.runs.count == 0)
      }
    }
  }

  @Test("Many are let in at once, and cancelled in the same instant: each ends once")
  func openedAgainstCancelled() async throws {
    let queue = AsyncOperationQueue()
    let operations = (0..<Sizes.raceRounds).map { _ in Gated() }
    for operation in operations { queue.addOperation(operation) }
    await race(rounds: operations.count) { round in
      operations[round].open()
    } _: { round in
      operations[round].cancel()
    }
    try await queue.settled()
    for operation in operations { try await operation.finished() }
    #expect(operations.allSatisfy { $0.runs.count <= 1 })
  }
}
