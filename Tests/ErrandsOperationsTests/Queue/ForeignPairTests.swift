import Errands
import ErrandsTesting
import Foundation
import Testing

@testable import ErrandsOperations

/// Somebody who waited for the dependency was told before Foundation had counted it at its dependent, which was started
/// then: "receiver is not yet ready to execute", and the process ended, within a hundred pairs.
@Suite("Operations of Foundation's that depend on one another", .timeLimit(.minutes(1)))
struct ForeignPairTests {
  @Test("Pair by pair, in one queue, whichever is added first", arguments: [true, false])
  func oneQueue(dependencyFirst: Bool) async throws {
    let (queue, order) = (AsyncOperationQueue(), Events<Int>())
    for round in 0..<Sizes.pairs {
      let dependency = BlockOperation { order.record(2 * round) }
      let dependent = BlockOperation { order.record(2 * round + 1) }
      dependent.addDependency(dependency)
      let pair = dependencyFirst ? [dependency, dependent] : [dependent, dependency]
      for operation in pair { queue.addOperation(operation) }
      if round % 64 == 63 { try await queue.settled() }
    }
    try await queue.settled()
    #expect(order.count == 2 * Sizes.pairs)
    let places = Dictionary(uniqueKeysWithValues: zip(order.all, 0...))
    #expect(
      (0..<Sizes.pairs).allSatisfy { places[2 * $0, default: .max] < places[2 * $0 + 1, default: .min] }
    )
  }

  @Test("Across two queues")
  func twoQueues() async throws {
    let (first, second, ran) = (AsyncOperationQueue(), AsyncOperationQueue(), Events<Bool>())
    for round in 0..<Sizes.pairs {
      let dependency = BlockOperation {}
      let dependent = BlockOperation { ran.record(dependency.isFinished) }
      dependent.addDependency(dependency)
      second.addOperation(dependent)
      first.addOperation(dependency)
      if round % 64 == 63 { try await second.settled() }
    }
    try await second.settled()
    #expect(ran.count == Sizes.pairs && ran.all.allSatisfy { $0 })
  }

  /// Between the end of the dependency and the time at which its dependent heard of it nobody held the queue: it went,
  /// and a quarter to two thirds of the dependents were cancelled.
  @Test("In a queue that nobody keeps")
  func passingQueue() async throws {
    for _ in 0..<Sizes.pairs / 8 {
      let (dependency, dependent) = (BlockOperation {}, BlockOperation {})
      dependent.addDependency(dependency)
      let members = [dependency, dependent]
      AsyncOperationQueue().addOperations(members)
      try await dependent.finished()
      #expect(!dependent.isCancelled)
    }
  }

  @Test(
    "In a queue that nobody keeps, one of ours that waits for one of Foundation's, and the other way round"
  )
  func passingQueueWithOurs() async throws {
    for _ in 0..<Sizes.pairs / 8 {
      let (first, second, third) = (BlockOperation {}, ErrandOperation { 2 }, BlockOperation {})
      second.addDependency(first)
      third.addDependency(second)
      AsyncOperationQueue().addOperations([first, second, third])
      #expect(try await second.value == 2)
      try await third.finished()
      #expect(!third.isCancelled)
    }
  }

  // The one that had finished was about to say so, and asked whom to hold meanwhile before there was anybody.
  @Test("In a queue that nobody keeps, one of ours behind one of Foundation's that has just finished")
  func justFinished() async throws {
    for _ in 0..<Sizes.pairs {
      let (first, second) = (BlockOperation {}, ErrandOperation { 2 })
      second.addDependency(first)
      first.start()
      AsyncOperationQueue().addOperation(second)
      #expect(try await second.value == 2)
    }
  }

  @Test("Behind one of ours, in whichever queue that is")
  func behindOurs() async throws {
    let (queue, other, ran) = (AsyncOperationQueue(), AsyncOperationQueue(), Events<Bool>())
    for round in 0..<Sizes.pairs {
      let dependency = ErrandOperation(Errand.success(round))
      let dependent = BlockOperation { ran.record(dependency.isFinished) }
      dependent.addDependency(dependency)
      queue.addOperation(dependent)
      (round.isMultiple(of: 2) ? queue : other).addOperation(dependency)
      if round % 64 == 63 { try await queue.settled() }
    }
    try await queue.settled()
    #expect(ran.count == Sizes.pairs && ran.all.allSatisfy { $0 })
  }

  @Test("A dependency that is added to one that waits counts")
  func lateDependency() async throws {
    let (queue, order) = (AsyncOperationQueue(maxConcurrentOperationCount: 1), Events<String>())
    let first = ManualOperation()
    let dependent = BlockOperation { order.record("dependent") }
    let late = BlockOperation { order.record("late") }
    dependent.addDependency(first)
    queue.addOperation(dependent)
    dependent.addDependency(late)
    queue.addOperation(first)
    try await first.callback().succeed(1)
    try await first.finished()
    queue.addOperation(late)
    try await queue.settled()
    #expect(order.all == ["late", "dependent"])
  }

  @Test("A long chain, added from its end, runs in its order with one place")
  func chain() async throws {
    let (queue, order) = (AsyncOperationQueue(maxConcurrentOperationCount: 1), Events<Int>())
    let operations = (0..<200).map { number in BlockOperation { order.record(number) } }
    for (one, next) in zip(operations, operations.dropFirst()) { next.addDependency(one) }
    for operation in operations.reversed() { queue.addOperation(operation) }
    try await queue.settled()
    #expect(order.all == Array(0..<200))
  }

  @Test("One that is cancelled breaks a circle, as in Foundation's queue")
  func circle() async throws {
    let (queue, order) = (AsyncOperationQueue(), Events<String>())
    let operations = ["first", "second", "third"].map { name in BlockOperation { order.record(name) } }
    for (one, next) in zip(operations, operations.dropFirst() + operations.prefix(1)) {
      one.addDependency(next)
    }
    for operation in operations { queue.addOperation(operation) }
    #expect(queue.operationCount == 3 && queue.operations == operations)
    operations[2].cancel()
    try await queue.settled()
    #expect(order.all == ["second", "first"])
    operations[0].removeDependency(operations[1])
  }
}
