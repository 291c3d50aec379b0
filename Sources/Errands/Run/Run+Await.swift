extension Run {
  /// Waits for the run and gives its value, or throws its error.
  ///
  /// Waiting is looking on: a waiting task that is cancelled leaves at once with `CancellationError`, and the
  /// run goes on. To have both end together, await ``Errand/value(in:reporting:)`` instead.
  @inlinable
  public var value: Value {
    get async throws {
      // Everybody before us has been told: there is nothing to wait for.
      if let outcome = settlement.announcedOutcome, takeTurn() {
        trace(.delivered)
        endTurn()
        return try outcome.get()
      }
      let waiter = Settlement<Value>()
      whenSettled(on: .immediate) { waiter.settle($0) }
      return try await waiter.value()
    }
  }

  /// Starts the work, waits, and cancels the run when the waiting task is cancelled.
  ///
  /// The work starts last of all, when the waiting task is about to make room on its thread: so most work needs
  /// no second thread to be woken.
  @inlinable
  func outcome(of work: Work<Value>) async -> Outcome {
    await withTaskCancellationHandler {
      await withUnsafeContinuation { (continuation: UnsafeContinuation<Void, Never>) in
        whenSettled(on: .immediate) { _ in continuation.resume() }
        if enterScope() { start(work) }
      }
    } onCancel: {
      cancel()
    }
    return outcome ?? .failure(AbandonedError(origin: nil))
  }

  /// Does the work inside the waiting task, where it is an asynchronous function: for those whose run nobody but
  /// the waiting task can cancel, and who are not waited for when they have been cancelled.
  @inlinable
  func outcome(ofInline work: Work<Value>) async -> Outcome {
    guard case .task(let operation) = work else { return await outcome(of: work) }
    guard isRunning else { return outcome ?? .failure(CancellationError()) }
    trace(.started)
    do {
      settle(.success(try await operation()))
    } catch {
      settle(.failure(error))
    }
    return outcome ?? .failure(CancellationError())
  }
}
