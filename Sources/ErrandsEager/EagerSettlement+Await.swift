import Errands

extension EagerSettlement {
  /// Waits for the outcome. A waiting task that is cancelled gives up at once, and cancels the cell where
  /// nothing else waits for it. The cell, and all that it waits for, is lent the priority of the task.
  ///
  /// - Parameter givesUp: False for a task that waits on, cancelled or not.
  package final func settled(givesUp: Bool = true) async -> Result<Value, any Error> {
    if let outcome { return outcome.abandonmentMapped }
    escalate(to: WorkPriority(of: Task.currentPriority))
    let waiter = WaitingTask()
    await withTaskCancellationHandler {
      await withUnsafeContinuation { continuation in
        waiter.sleep(continuation)
        if !add(waiter) { continuation.resume() }
      }
    } onCancel: {
      if givesUp, remove(waiter) { waiter.wake(nil) }
    }
    return outcome?.abandonmentMapped ?? .failure(CancellationError())
  }

  /// Blocks the thread until there is an outcome.
  package final func waitForOutcome() -> Result<Value, any Error> {
    let waiter = WaitingThread()
    if add(waiter) { _ = waiter.wait() }
    return (outcome ?? .failure(AbandonedError(origin: nil))).abandonmentMapped
  }

  /// Settles the callback's run with the outcome, and passes on progress. Where the run is cancelled, so is
  /// the cell, unless something else waits for it. The run lends the cell its priority.
  ///
  /// - Parameter outcome: The cell's outcome as the rest of the package speaks of it.
  package final func forward(
    to callback: Callback<Value>,
    outcome: @escaping @Sendable (Result<Value, any Error>) -> Result<Value, any Error> = {
      $0.abandonmentMapped
    }
  ) {
    let observation = observeProgress(on: .immediate) { callback.report($0) }
    let work = source?.origin as? AnyRun
    let subscription = subscribe(as: .wait) { settled in
      // The last report may be held up by another observer, and comes before the outcome.
      if let progress = work?.progress { callback.report(progress) }
      callback(outcome(settled))
    }
    guard isUndecided else { return }
    callback.onCancel {
      observation?.cancel()
      subscription.unsubscribe(with: CancellationError())
    }
    callback.onPriorityChange { self.escalate(to: $0) }
  }

  /// Runs the errand, and settles the cell with its outcome. Cancelling the cell cancels the run.
  package final func bind(to errand: Errand<Value>, in scope: Scope?) {
    _ = errand.begin(in: scope) { run in
      run.settlement.whenSettled { self.settle($0, behind: run) }
      setSource(run)
    }
  }
}
