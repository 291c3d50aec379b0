import Errands
public import Foundation

extension AnyAsyncOperation {
  /// Waits for another operation before it starts.
  ///
  /// A dependency that would close a cycle ends this operation with ``OperationCycleError`` instead of
  /// stalling all of its members. To be called before the operation goes into a queue; no effect once it has
  /// begun.
  ///
  /// Constant time, as long as nothing depends on this operation. Otherwise, and where the other one is Foundation's, all
  /// that the other one depends on is looked through for a cycle.
  ///
  /// - Parameters:
  ///   - operation: One of this module's, or any of Foundation's.
  ///   - policy: What becomes of this operation where that one has failed or was cancelled. Of an operation
  ///     that is not of this module only a cancellation is known.
  public final func addDependency(_ operation: Operation, whenItFails policy: DependencyPolicy) {
    let other = operation as? AnyAsyncOperation
    let watch = other == nil ? FinishWatch(of: operation) : nil
    let link = DependencyLink(watch)
    let dependency = OperationDependency(operation: operation, policy: policy, link: link)
    guard let priority = state.withLock({ $0.add(dependency) ? $0.priority : nil }) else {
      return dependency.letGo()
    }
    let isLower = other?.state.withLock { state in
      state.hasDependents = true
      return WorkPriority(state.priority) < WorkPriority(priority)
    }
    // After the addition: of two threads that close a circle together, one at least sees it.
    if let cycle = cycle(closedBy: operation) { return end(with: cycle) }
    if isLower == true { other?.escalate(to: WorkPriority(priority)) }
    other.map { wait(for: $0, by: link, policy) }
    // The queue is held: without another owner it would go between the end of that operation and the time at which this
    // one hears of it.
    watch?.begin(holding: { [weak self] in self?.place?.queue }) { [weak self] isCancelled in
      self?.ended(link, policy, isCancelled ? CancellationError() : nil)
    }
  }

  private func wait(for other: AnyAsyncOperation, by link: DependencyLink, _ policy: DependencyPolicy) {
    let number = other.whenEnded { [weak self] failure in self?.ended(link, policy, failure) }
    // It may have ended, or the dependency been removed, before the number was known.
    if let number, !state.withLock({ $0.note(number, for: link) }) { other.forget(number) }
  }

  /// Calls the handler once, on any thread, when the operation has ended, with its error where it has one;
  /// now, where it has ended already.
  ///
  /// - Returns: What ``forget(_:)`` takes; nil where the handler has been called.
  @discardableResult
  final func whenEnded(
    as kind: HandlerKind = .stranger,
    _ handler: @escaping OperationEnding.Handler
  ) -> WaitingList<OperationEnding.Entry>.Number? {
    let number = state.withLock { $0.whenEnded(handler, as: kind) }
    if number == nil { handler(state.withLock { $0.failure }) }
    return number
  }

  /// The handler is not called any more, unless it is already about to be, and nothing of it stays.
  final func forget(_ number: WaitingList<OperationEnding.Entry>.Number) {
    // Freed outside the lock: what it captured may come back to the operation.
    _ = state.withLock { $0.forget(number) }
  }

  private func ended(_ link: DependencyLink, _ policy: DependencyPolicy, _ failure: (any Error)?) {
    if let failure, policy == .fail {
      // Outside the lock: all that depends on this one comes to its end in there.
      if state.withLock({ $0.isOpen(link) }) { end(with: failure) }
    } else {
      tell(state.withLock { $0.ended(link) })
    }
  }

  /// The operation has come to a queue. What it depends on may have finished before, and is about to tell it so: the
  /// queue, which need have no other owner, is held until then.
  final func hold(_ queue: WorkQueue) {
    for link in state.withLock({ $0.links }) { link.watch?.hold(queue) }
  }

  final func removeDependencies(on operation: Operation) {
    let (removed, ready) = state.withLock { $0.remove(operation) }
    for dependency in removed { dependency.letGo() }
    tell(ready)
  }

  private func tell(_ ready: OperationState.Ready) {
    switch ready {
    case .no: break
    case .tell(let handler): handler()
    case .tellFoundation:
      willChangeValue(forKey: "isReady")
      didChangeValue(forKey: "isReady")
    }
  }
}
