import Errands
public import Foundation

extension AsyncOperationQueue {
  /// Adds operations in one step: of those whose turn comes at once, the highest priority goes first, and then those
  /// that come first in the sequence. Their order need not be that of their dependencies.
  public func addOperations(_ operations: some Sequence<AnyAsyncOperation>) { enterAll(Array(operations)) }

  /// The same with operations of any kind, as `addOperation(_:)` takes them.
  @_disfavoredOverload
  public func addOperations(_ operations: [Operation]) { enterAll(operations) }

  /// The same; and, where it is asked to, blocks its thread until all of these operations have finished.
  @available(
    *,
    noasync,
    message: "It may block a thread of the cooperative pool: await the operations instead."
  )
  public func addOperations(_ operations: [Operation], waitUntilFinished: Bool) {
    enterAll(operations)
    if waitUntilFinished { for operation in operations { operation.waitUntilFinished() } }
  }

  private func enterAll(_ operations: [Operation]) {
    let priorities = operations.map { WorkPriority($0.queuePriority) }
    guard let first = priorities.first else { return }
    guard priorities.contains(where: { $0 != first }) else {
      return operations.forEach { enter(entrant($0)) }
    }
    let entrants = operations.map(entrant)
    // Operations that wait already have at least the priority of the ones to come.
    for priority in WorkPriority.allCases.reversed() {
      for (own, entrant) in zip(priorities, entrants) where own == priority { enter(entrant) }
    }
  }
}
