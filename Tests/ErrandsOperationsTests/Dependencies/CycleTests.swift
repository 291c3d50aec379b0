import Errands
import ErrandsTesting
import Foundation
import Testing

@testable import ErrandsOperations

/// Foundation stalls silently, leaks the members, and deadlocks where an operation waits for itself.
@Suite("Operations that wait for one another", .timeLimit(.minutes(1)))
struct CycleTests {
  @Test("One that waits for itself ends at once, and the error names it")
  func itself() {
    let operation = ManualOperation("narcissus")
    operation.addDependency(operation)
    let error = operation.outcome?.failure as? OperationCycleError
    #expect(error?.members == ["narcissus"])
    #expect(
      error?.description
        == "The operations depend on one another in a circle: narcissus → narcissus. "
        + "Leave out one of these dependencies."
    )
  }

  @Test("The dependency that closes a circle ends all of its members, and the error names them in order")
  func circle() async throws {
    try await withLiveObjects { live in
      let names = ["egg", "hen", "nest"]
      let operations = names.map { ManualOperation($0, live: live) }
      operations[0].addDependency(operations[1])
      operations[1].addDependency(operations[2])
      operations[2].addDependency(operations[0])
      for operation in operations {
        let error = operation.outcome?.failure as? OperationCycleError
        #expect(error?.members == ["nest", "egg", "hen"])
        #expect(error?.description.contains("nest → egg → hen → nest") == true)
        operation.start()
        #expect(operation.isFinished && operation.callbacks.count == 0)
      }
    }
  }

  @Test("A circle through an operation of Foundation's is seen too")
  func foreign() async throws {
    let (ours, foreigner) = (ManualOperation("ours"), BlockOperation {})
    foreigner.name = "foreigner"
    foreigner.addDependency(ours)
    ours.addDependency(foreigner)
    let error = ours.outcome?.failure as? OperationCycleError
    #expect(error?.members == ["ours", "foreigner"])
    ours.start()
    OperationQueue().enqueue(foreigner)
    try await foreigner.finished()
  }

  /// Only what one of ours depended on was known to have dependents.
  @Test("So is one whose operation of Foundation's is not the next to the one that closes it")
  func foreignFurtherOn() async throws {
    let (first, second, foreigner) = (ManualOperation("first"), ManualOperation("second"), BlockOperation {})
    foreigner.name = "foreigner"
    foreigner.addDependency(first)
    second.addDependency(foreigner)
    first.addDependency(second)
    let error = first.outcome?.failure as? OperationCycleError
    #expect(error?.members == ["first", "second", "foreigner"])
    let queue = AsyncOperationQueue()
    queue.addOperations([first, second, foreigner] as [Operation])
    try await second.callback().succeed(1)
    try await queue.settled()
  }

  @Test("Where two paths lead to the same operation there is no circle")
  func diamond() {
    let operations = (0..<4).map { _ in ManualOperation() }
    operations[1].addDependency(operations[0])
    operations[2].addDependency(operations[0])
    operations[3].addDependency(operations[1])
    operations[3].addDependency(operations[2])
    #expect(operations.allSatisfy { $0.outcome == nil })
  }

  @Test("Two threads that close a circle together do not stall it")
  func race() async {
    let pairs = (0..<Sizes.raceRounds).map { _ in (ManualOperation(), ManualOperation()) }
    await ErrandsTesting.race(rounds: pairs.count) { round in
      pairs[round].0.addDependency(pairs[round].1)
    } _: { round in
      pairs[round].1.addDependency(pairs[round].0)
    }
    for (left, right) in pairs {
      #expect(left.outcome?.failure is OperationCycleError)
      #expect(right.outcome?.failure is OperationCycleError)
    }
  }
}
