public import Errands
import Foundation

extension AnyAsyncOperation {
  /// Has an errand run before the work, which begins only if the errand succeeds. Conditions are asked in the order in
  /// which they were added, after the dependencies have succeeded, and when the operation has its place in the queue.
  ///
  /// Where the errand fails, the operation ends with ``OperationConditionError``; where it is cancelled, as cancelled.
  /// Cancelling the operation meanwhile cancels the errand, which has the operation's priority. No effect once the
  /// operation has begun.
  ///
  /// - Parameter name: What the error calls the condition.
  public final func addCondition(_ name: String, _ errand: Errand<Void>) {
    state.withLock { $0.prepare { $0.add(OperationCondition(name: name, errand: errand)) } }
  }

  /// As above, with an asynchronous function that throws where the condition is not fulfilled.
  public final func addCondition(
    _ name: String,
    fileID: String = #fileID,
    line: UInt = #line,
    _ check: @escaping @Sendable () async throws -> Void
  ) {
    addCondition(name, Errand(name, fileID: fileID, line: line, check))
  }

  /// Makes the operation and all others of this category, in whichever queues, Foundation's among them, mutually
  /// exclusive: no two of them work at the same time. Several categories may be given, in any order.
  ///
  /// An operation that has its place in its queue waits there until it may work, first come first served, and before
  /// its conditions are asked. So an operation that waits in a suspended queue holds up no other. However it ends, the
  /// next one follows. No effect once the operation has begun.
  public final func addMutualExclusion(_ category: String) {
    state.withLock { $0.prepare { $0.add(category: category) } }
  }

  /// The work begins when everything is fulfilled. Each step is taken on a thread of the operation's, as its work may
  /// block.
  final func prepare(_ preparation: OperationPreparation, _ work: OperationWork) {
    exclude(preparation.categories[...]) { [self] in
      check(preparation.conditions[...]) { [self] in work.begin(self) }
    }
  }

  private func exclude(_ categories: ArraySlice<String>, then next: @escaping @Sendable () -> Void) {
    var others = categories
    while let category = others.popFirst() {
      let waiter = MutualExclusion.Waiter(admitted: onward { [others] in $0.exclude(others, then: next) })
      let mayWork = MutualExclusion.enter(category, waiter)
      // Called at once where the operation was cancelled since. Else it comes behind the observer by which the
      // operation finishes, and neither waits for the handlers of the end nor holds them up.
      _ = anyRun.subscribe { _ in MutualExclusion.leave(category, waiter) }
      guard mayWork else { return }
    }
    next()
  }

  private func check(
    _ conditions: ArraySlice<OperationCondition>,
    then begin: @escaping @Sendable () -> Void
  ) {
    guard anyRun.isRunning else { return }
    guard let condition = conditions.first else { return begin() }
    let rest = conditions.dropFirst()
    let goOn = onward { $0.check(rest, then: begin) }
    condition.errand.begin(asPartOf: anyRun) { [anyRun] outcome in
      guard let failure = outcome.failure else { return goOn() }
      let error = OperationConditionError(condition: condition.name, reason: failure)
      anyRun.stop(with: failure is CancellationError ? failure : error)
    }
  }

  /// What goes on later, on a thread of the operation's, with the task-local values of now. Made while the operation is
  /// under way: it leaves its place at the end.
  private func onward(_ next: @escaping @Sendable (AnyAsyncOperation) -> Void) -> @Sendable () -> Void {
    let (target, context) = (place?.target ?? OperationTarget(for: self), TaskContext())
    return { target.start(self) { operation in context.call { next(operation) } } }
  }
}

/// What an operation does between its start and its work: waits until it may exclude others, then asks its conditions.
struct OperationPreparation: Sendable {
  private var excluded: Set<String> = []
  private(set) var conditions: [OperationCondition] = []

  var isEmpty: Bool { excluded.isEmpty && conditions.isEmpty }

  /// In order: two operations that exclude others in the same two categories would otherwise wait for one another.
  var categories: [String] { excluded.sorted() }

  mutating func add(category: String) { excluded.insert(category) }

  mutating func add(_ condition: OperationCondition) { conditions.append(condition) }
}

/// What has to succeed before an operation begins to work.
struct OperationCondition: Sendable {
  let name: String
  let errand: Errand<Void>
}
