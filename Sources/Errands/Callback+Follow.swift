extension Callback {
  /// Makes this run follow another one: its progress is reported here, it settles with the other's outcome,
  /// and where it is cancelled, the other one is. A priority that is higher than the other's raises that.
  ///
  /// ```swift
  /// let page = Errand<Chart>.fromCallback { callback in
  ///   callback.follow(latestChart.run())
  /// }
  /// ```
  ///
  /// It waits for no user code: neither for a handler of the other run that blocks, nor for an observer of
  /// its progress. Where this run has settled before the other one, what comes of that is not passed on.
  /// Costs one handler and one observer of the other run.
  public func follow(_ other: Run<Value>) {
    onCancel { other.cancel() }
    onPriorityChange { other.escalate(to: $0) }
    other.onProgress(on: .immediate) { self.report($0) }
    other.settlement.whenSettled(as: .stranger) { outcome in
      // What was stopped because this run has ended is no second settlement of it.
      guard self.run.isRunning else { return }
      // An observer that blocks may hold up the last report, which comes before the outcome.
      if let last = other.progress { self.report(last) }
      self(outcome)
    }
  }

  /// Does an errand's work as a part of this run's, for the task that does that: it reports here, has this run's priority as that
  /// changes, and ends with it.
  ///
  /// Awaited by ``Errand/value(in:reporting:)`` it would have the priority that the task has begun with.
  ///
  /// - Throws: The errand's error; `CancellationError` where this run is cancelled, or the waiting task.
  package func value<Part: Sendable>(of errand: Errand<Part>) async throws -> Part {
    let part = Run<Part>(label: errand.label, registry: nil, parent: run)
    part.passOnProgress { [run] in run.report($0) }
    run.adopt(part)
    part.keepUp(with: run)
    return try await part.outcome(of: errand.work).get()
  }
}
