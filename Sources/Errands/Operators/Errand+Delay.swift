extension Errand {
  /// The same work, begun after `delay` has passed on `clock`; the continuous clock by default. A run that is
  /// cancelled before that never begins it.
  @inlinable
  public func delay<C: Clock>(
    for delay: C.Duration,
    clock: C = ContinuousClock()
  ) -> Errand where C.Duration: Sendable {
    around { upstream, callback in
      let context = TaskContext()
      let wait = clock.call(after: delay) {
        // Nothing to do where the run has been cancelled in the same moment.
        context.call {
          if callback.run.isRunning { upstream.begin(for: callback.run) { callback.receive($0) } }
        }
      }
      callback.onCancel { wait.cancel() }
    }
  }
}
