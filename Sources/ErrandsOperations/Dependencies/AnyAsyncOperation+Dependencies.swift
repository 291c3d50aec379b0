import Errands
public import Foundation

extension AnyAsyncOperation {
  /// Waits for another operation before it starts.
  ///
  /// A dependency that would close a cycle ends this operation with ``OperationCycleError`` instead of
  /// stalling all of its members. To be called before the operation goes into a queue; no effect once it has
  /// begun.
  ///
  /// - Parameters:
  ///   - operation: One of this module's, or any of Foundation's.
  ///   - policy: What becomes of this operation where that one has failed or was cancelled. Of an operation
  ///     of somebody else's only a cancellation is known.
  public final func addDependency(_ operation: Operation, whenItFails policy: DependencyPolicy) {
    let other = operation as? AnyAsyncOperation
    let watch = other == nil ? FinishWatch(of: operation) : nil
    let link = DependencyLink(watch)
    let dependency = OperationDependency(operation: operation, policy: policy, link: link)
    guard state.withLock({ $0.add(dependency) }) else { return dependency.letGo() }
    other?.state.withLock { $0.hasDependents = true }
    // After the addition: of two threads that close a circle together, one at least sees it.
    if let cycle = cycle(closedBy: operation) { return end(with: cycle) }
    other?.whenEnded { [weak self] failure in self?.ended(link, policy, failure) }
    watch?.begin { [weak self] isCancelled in
      self?.ended(link, policy, isCancelled ? CancellationError() : nil)
    }
  }

  /// Calls the handler once, on any thread, when the operation has ended, with its error where it has one;
  /// now, where it has ended already.
  final func whenEnded(_ handler: @escaping @Sendable ((any Error)?) -> Void) {
    let ending = state.withLock { $0.endingToCome() }
    guard let ending else { return handler(state.withLock { $0.failure }) }
    ending.whenSettled { outcome in
      switch outcome {
      case .success: handler(nil)
      case .failure(let error): handler(error)
      }
    }
  }

  private func ended(_ link: DependencyLink, _ policy: DependencyPolicy, _ failure: (any Error)?) {
    if let failure, policy == .fail {
      // Outside the lock: all that depends on this one comes to its end in there.
      if state.withLock({ $0.isOpen(link) }) { end(with: failure) }
    } else {
      tell(state.withLock { $0.ended(link) })
    }
  }

  final func removeDependencies(on operation: Operation) {
    let (removed, ready) = state.withLock { $0.remove { $0.operation === operation } }
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
