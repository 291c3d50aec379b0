import Errands
import Foundation

extension AnyAsyncOperation {
  /// The circle that this operation would be in if it depended on `dependency`.
  ///
  /// Most operations have no dependents yet when their own dependencies are added, and no circle can close there: so a
  /// chain of a hundred thousand is put together without ever being walked. A dependent that is Foundation's own is known
  /// from when something of ours depends on it.
  final func cycle(closedBy dependency: Operation) -> OperationCycleError? {
    if dependency === self { return OperationCycleError(members: [label]) }
    guard state.withLock({ $0.hasDependents }) || !(dependency is AnyAsyncOperation) else { return nil }
    return path(from: dependency).map { path in OperationCycleError(members: [label] + path.map(\.label)) }
  }

  /// The way from an operation along its dependencies to this one, without this one.
  private func path(from start: Operation) -> [Operation]? {
    var cameFrom: [ObjectIdentifier: Operation] = [:]
    var visited: Set = [ObjectIdentifier(start)]
    var toVisit = [start]
    while let operation = toVisit.popLast() {
      for next in operation.dependencies {
        if next === self { return way(to: operation, cameFrom) }
        // Of what Foundation's own operations depend on, those are not told.
        if !(operation is AnyAsyncOperation) {
          (next as? AnyAsyncOperation)?.state.withLock { $0.hasDependents = true }
        }
        guard visited.insert(ObjectIdentifier(next)).inserted else { continue }
        cameFrom[ObjectIdentifier(next)] = operation
        toVisit.append(next)
      }
    }
    return nil
  }

  private func way(to end: Operation, _ cameFrom: [ObjectIdentifier: Operation]) -> [Operation] {
    var way = [end]
    while let before = way.last.flatMap({ cameFrom[ObjectIdentifier($0)] }) { way.append(before) }
    return way.reversed()
  }
}

extension Operation {
  /// What it is called: by its name, by the line that made it, or by its type.
  fileprivate var label: String {
    name ?? (self as? AnyAsyncOperation)?.anyRun.name ?? "\(type(of: self))"
  }
}
