import Errands

extension AnyAsyncOperation {
  /// Sets a deadline: once the operation has been under way for so long, it ends with `TimeoutError`, at
  /// once, and its work is stopped. The time in which it waits for its turn does not count. No effect once it
  /// has begun.
  ///
  /// - Returns: The operation itself.
  @discardableResult
  public final func timeout<C: Clock>(
    after limit: C.Duration,
    clock: C = ContinuousClock()
  ) -> Self where C.Duration: Sendable {
    let run = anyRun
    state.withLock { state in
      state.open { [weak self] in
        let deadline = clock.call(after: limit) { [weak self] in self?.callOff(with: TimeoutError()) }
        run.whenSettled { _ in deadline.cancel() }
      }
    }
    return self
  }
}
