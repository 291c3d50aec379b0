import Errands
import ErrandsTesting
import Foundation
import Testing

@testable import ErrandsOperations

@Suite("Operations that wait for operations", .timeLimit(.minutes(1)))
struct DependencyTests {
  @Test("A dependent begins after its dependencies have succeeded")
  func waits() async throws {
    let queue = OperationQueue()
    let (first, second, dependent) = (ManualOperation(), ManualOperation(), ManualOperation())
    dependent.addDependency(first)
    dependent.addDependency(second)
    #expect(dependent.dependencies == [first, second])
    queue.enqueue([dependent, first, second])
    try await first.callback().succeed(1)
    #expect(!dependent.isReady)
    try await second.callback().succeed(2)
    try await dependent.callback().succeed(3)
    #expect(try await dependent.value == 3)
    #expect(dependent.dependencies.isEmpty)
  }

  /// Foundation's queue runs the dependent as if nothing had happened.
  @Test("The error of a dependency is the very outcome of its dependents, and of theirs")
  func errors() async throws {
    let queue = OperationQueue()
    let failure = Failure()
    let operations = (0..<4).map { _ in ManualOperation() }
    for (one, next) in zip(operations, operations.dropFirst()) { next.addDependency(one) }
    queue.enqueue(operations.reversed())
    try await operations[0].callback().fail(failure)
    for operation in operations {
      try await operation.finished()
      #expect(failure.isSame(as: operation.outcome?.failure))
      #expect(operation === operations[0] || operation.callbacks.count == 0)
    }
  }

  @Test("The cancellation of a dependency cancels its dependents")
  func cancellation() async throws {
    let (dependency, dependent) = (ManualOperation(), ManualOperation())
    dependent.addDependency(dependency)
    dependency.cancel()
    #expect(dependent.isCancelled)
    #expect(dependent.outcome?.failure is CancellationError)
  }

  /// In Foundation a dependency that was cancelled and never enqueued blocks its dependents for ever.
  @Test("A dependency that was cancelled and never enqueued holds up nobody")
  func neverEnqueued() async throws {
    let queue = OperationQueue()
    let dependency = ManualOperation()
    let (cancelled, regardless) = (ErrandOperation { 1 }, ErrandOperation { 2 })
    cancelled.addDependency(dependency)
    regardless.addDependency(dependency, whenItFails: .run)
    queue.enqueue([cancelled, regardless])
    dependency.cancel()
    await #expect(throws: CancellationError.self) { try await cancelled.value }
    #expect(try await regardless.value == 2)
    try await cancelled.finished()
  }

  @Test("A dependent that was told so runs whatever becomes of its dependency")
  func regardless() async throws {
    let (dependency, dependent) = (ManualOperation(), ManualOperation())
    dependent.addDependency(dependency, whenItFails: .run)
    OperationQueue().enqueue([dependency, dependent])
    try await dependency.callback().fail(Failure())
    try await dependent.callback().succeed(1)
    #expect(try await dependent.value == 1)
  }

  @Test("A dependency that has ended already is no wait, and its error is passed on all the same")
  func endedAlready() async throws {
    let (good, bad, failure) = (ManualOperation(), ManualOperation(), Failure())
    for operation in [good, bad] { operation.start() }
    try await good.callback().succeed(1)
    try await bad.callback().fail(failure)
    let (first, second) = (ManualOperation(), ManualOperation())
    first.addDependency(good)
    second.addDependency(bad)
    #expect(first.isReady && first.outcome == nil)
    #expect(failure.isSame(as: second.outcome?.failure))
  }

  @Test("A dependency that is taken back counts no more")
  func removed() async throws {
    let (dependency, foreigner, dependent) = (ManualOperation(), BlockOperation {}, ManualOperation())
    dependent.addDependency(dependency)
    dependent.addDependency(foreigner)
    OperationQueue().enqueue(dependent)
    dependent.removeDependency(foreigner)
    #expect(!dependent.isReady)
    dependent.removeDependency(dependency)
    try await dependent.callback().succeed(1)
    dependency.cancel()
    #expect(try await dependent.value == 1)
  }

  @Test("A dependency that comes when the work has begun is none, and holds up no end")
  func tooLate() async throws {
    let queue = OperationQueue()
    let (operation, late) = (ManualOperation(), ManualOperation())
    queue.enqueue(operation)
    let callback = try await operation.callback()
    operation.addDependency(late)
    #expect(operation.dependencies.isEmpty && operation.isReady)
    callback.succeed(1)
    try await operation.finished()
    #expect(try await operation.value == 1)
  }

  @Test("One that is started by hand too early begins once its dependencies have ended")
  func byHand() async throws {
    let (dependency, dependent) = (ManualOperation(), ManualOperation())
    dependent.addDependency(dependency)
    dependent.start()
    #expect(!dependent.isExecuting && dependent.callbacks.count == 0)
    dependency.start()
    try await dependency.callback().succeed(1)
    #expect(dependent.isExecuting)
    try await dependent.callback().succeed(2)
  }

  /// Foundation's queue starts what is cancelled in the middle of its cancellation, which then did not finish
  /// it: it stalled in one of some thousand rounds.
  @Test("One that is started too early finishes where it is cancelled")
  func byHandAndCancelled() async {
    let (dependency, dependents) = (ManualOperation(), operations(Sizes.raceRounds))
    for dependent in dependents { dependent.addDependency(dependency) }
    dependents[0].start()
    dependents[0].cancel()
    await race(rounds: dependents.count) { round in
      dependents[round].start()
    } _: { round in
      dependents[round].cancel()
    }
    for dependent in dependents { #expect(dependent.isFinished && dependent.callbacks.count == 0) }
  }

  @Test("Many dependencies that end on two threads release their dependent once")
  func endRace() async throws {
    let rounds = Sizes.raceRounds
    let (left, right, dependents) = (operations(rounds), operations(rounds), operations(rounds))
    for round in 0..<rounds {
      dependents[round].addDependency(left[round])
      dependents[round].addDependency(right[round])
      for operation in [left[round], right[round]] { operation.start() }
    }
    for dependent in dependents { dependent.start() }
    await race(rounds: rounds) { round in
      left[round].callbacks.all.first?.succeed(1)
    } _: { round in
      right[round].callbacks.all.first?.succeed(1)
    }
    for dependent in dependents {
      try await dependent.callback().succeed(1)
      #expect(dependent.callbacks.count == 1)
    }
  }

  @Test("A dependency that fails while it is being added passes its error on, once")
  func addRace() async {
    let rounds = Sizes.raceRounds
    let (dependencies, dependents, failure) = (operations(rounds), operations(rounds), Failure())
    for dependency in dependencies { dependency.start() }
    await race(rounds: rounds) { round in
      dependencies[round].callbacks.all.first?.fail(failure)
    } _: { round in
      dependents[round].addDependency(dependencies[round])
    }
    for dependent in dependents { #expect(failure.isSame(as: dependent.outcome?.failure)) }
  }

  private func operations(_ count: Int) -> [ManualOperation] { (0..<count).map { _ in ManualOperation() } }
}
