import Errands
import ErrandsTesting
import Foundation
import Testing

@testable import ErrandsOperations

@Suite("Dependencies that are taken back", .timeLimit(.minutes(1)))
struct RemovalTests {
  /// Each was looked for among all the others: 20,000 took 23 seconds.
  @Test("Many are taken back one by one, in any order, and their dependent is ready behind the last")
  func many() async throws {
    let dependent = ManualOperation()
    let dependencies = (0..<Sizes.chain).map { _ in ManualOperation() }
    for dependency in dependencies { dependent.addDependency(dependency) }
    for dependency in dependencies.dropLast().shuffled() { dependent.removeDependency(dependency) }
    #expect(dependent.dependencies == dependencies.suffix(1) && !dependent.isReady)
    if let last = dependencies.last { dependent.removeDependency(last) }
    #expect(dependent.dependencies.isEmpty && dependent.isReady)
    for dependency in dependencies { #expect(dependency.state.withLock { $0.waitingCount } == 0) }
  }

  @Test("The others keep their order, few or many, and what is added later comes last", arguments: [4, 100])
  func order(count: Int) {
    let dependent = ManualOperation()
    let dependencies = (0..<count).map { ManualOperation("\($0)") }
    for dependency in dependencies { dependent.addDependency(dependency) }
    for number in stride(from: 0, to: count, by: 2) { dependent.removeDependency(dependencies[number]) }
    let late = ManualOperation("late")
    dependent.addDependency(late)
    let expected = stride(from: 1, to: count, by: 2).map { dependencies[$0] } + [late]
    #expect(dependent.dependencies == expected)
    dependent.removeDependency(late)
    #expect(dependent.dependencies == expected.dropLast())
  }

  @Test("One that was added twice is taken back altogether", arguments: [2, 100])
  func twice(count: Int) {
    let dependent = ManualOperation()
    let dependencies = (0..<count).map { _ in ManualOperation() }
    for dependency in dependencies + dependencies { dependent.addDependency(dependency) }
    for dependency in dependencies { dependent.removeDependency(dependency) }
    #expect(dependent.isReady && dependent.dependencies.isEmpty)
  }

  @Test("Taking back what was never added, or has ended, has no effect", arguments: [1, 100])
  func noEffect(count: Int) async throws {
    let dependent = ManualOperation()
    let ended = ManualOperation()
    dependent.addDependency(ended)
    let dependencies = (0..<count).map { _ in ManualOperation() }
    for dependency in dependencies { dependent.addDependency(dependency) }
    ended.start()
    try await ended.callback().succeed(1)
    dependent.removeDependency(ManualOperation())
    dependent.removeDependency(ended)
    #expect(dependent.dependencies == dependencies && !dependent.isReady)
    for dependency in dependencies { dependent.removeDependency(dependency) }
    #expect(dependent.isReady)
  }

  @Test("A dependency that is taken back and ends in the same instant counts once")
  func againstEnd() async throws {
    let rounds = Sizes.raceRounds
    let (first, second) = (
      (0..<rounds).map { _ in ErrandOperation(Errand.success(1)) },
      (0..<rounds).map { _ in ManualOperation() }
    )
    let dependents = (0..<rounds).map { round in
      let dependent = ManualOperation()
      dependent.addDependency(first[round])
      dependent.addDependency(second[round])
      return dependent
    }
    await race(rounds: rounds) { round in
      first[round].start()
    } _: { round in
      dependents[round].removeDependency(first[round])
    }
    for (dependent, dependency) in zip(dependents, second) {
      #expect(!dependent.isReady)
      dependent.removeDependency(dependency)
      #expect(dependent.isReady)
    }
  }
}
