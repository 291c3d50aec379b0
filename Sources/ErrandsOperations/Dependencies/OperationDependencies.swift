import Foundation

/// What an operation waits for, in the order in which it was added.
///
/// Most operations have few dependencies, which are looked through where one is removed. Of many, each would be looked
/// for among all the others: removing 20,000 took 23 seconds. They are found by their identity.
enum OperationDependencies: Sendable {
  case few([OperationDependency])
  case many(IndexedDependencies)

  /// From so many on, removing one looks it up.
  static let many = 16

  init() {
    self = .few([])
  }

  var all: [OperationDependency] {
    switch self {
    case .few(let list): list
    case .many(let index): index.all
    }
  }

  mutating func append(_ dependency: OperationDependency) {
    switch self {
    case .few(var list):
      // Not shared while it grows, or all of it would be copied.
      self = .few([])
      list.append(dependency)
      self = .few(list)
    case .many(let index): index.append(dependency)
    }
  }

  /// Takes out all that are on this operation, oldest first.
  mutating func remove(_ operation: Operation) -> [OperationDependency] {
    switch self {
    case .few(let list) where list.count < Self.many:
      let removed = list.filter { $0.operation === operation }
      if !removed.isEmpty { self = .few(list.filter { $0.operation !== operation }) }
      return removed
    case .few(let list):
      let index = IndexedDependencies(list)
      self = .many(index)
      return index.remove(operation)
    case .many(let index): return index.remove(operation)
    }
  }
}

/// Many dependencies, each of which is found by the identity of its operation.
final class IndexedDependencies: @unchecked Sendable {
  // Sendable: only touched under the lock of the dependent, or by its deinit.
  private var list = WaitingList<OperationDependency>()
  private var numbers: [ObjectIdentifier: [WaitingList<OperationDependency>.Number]] = [:]

  init(_ dependencies: [OperationDependency]) {
    for dependency in dependencies { append(dependency) }
  }

  var all: [OperationDependency] { list.elements }

  func append(_ dependency: OperationDependency) {
    numbers[ObjectIdentifier(dependency.operation), default: []].append(list.append(dependency))
  }

  func remove(_ operation: Operation) -> [OperationDependency] {
    (numbers.removeValue(forKey: ObjectIdentifier(operation)) ?? []).compactMap { list.remove($0) }
  }
}

/// One operation that another one waits for.
struct OperationDependency: Sendable {
  let operation: Operation
  let policy: DependencyPolicy
  let link: DependencyLink

  /// The dependent does not wait for its end any more, and nothing of the dependent stays with it.
  func letGo() {
    link.watch?.cancel()
    if link.number > 0, let ours = operation as? AnyAsyncOperation { ours.forget(link.number) }
  }
}

/// What becomes of an operation whose dependency has failed or was cancelled.
public enum DependencyPolicy: Sendable {
  /// It does not run, and ends with the very same error. Its own dependents do too, and so on.
  case fail
  /// It runs as if nothing had happened. This is what Foundation's operations do.
  case run
}

/// What the end of a dependency is reported by, once.
final class DependencyLink: @unchecked Sendable {
  // Sendable: what changes is only touched under the lock of the dependent, and not any more when it has ended.
  private(set) var isOpen = true
  /// Reports the end of an operation that is not of this module.
  let watch: FinishWatch?
  /// The number of the dependent among the handlers of one of ours; 0 where it has none yet.
  var number = 0

  init(_ watch: FinishWatch? = nil) {
    self.watch = watch
  }

  /// True the first time.
  func close() -> Bool {
    defer { isOpen = false }
    return isOpen
  }
}
