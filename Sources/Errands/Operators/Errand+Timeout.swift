extension Errand {
  /// The same work with a deadline: once `limit` has passed, the run fails with the error that `error` makes,
  /// at once, and the work is cancelled.
  public func timeout<C: Clock>(
    after limit: C.Duration,
    clock: C = ContinuousClock(),
    fileID: String = #fileID,
    line: UInt = #line,
    error: @escaping @Sendable () -> any Error = { TimeoutError() }
  ) -> Errand where C.Duration: Sendable {
    Errand(name: name, origin: SourceLocation(fileID: fileID, line: line)) { callback in
      let inner = run(in: nil) { inner in
        inner.onProgress(on: .immediate) { callback.report(completed: $0.completed, total: $0.total) }
      }
      let deadline = clock.now.advanced(by: limit)
      let timer = Task {
        guard (try? await clock.sleep(until: deadline, tolerance: nil)) != nil else { return }
        inner.stop(with: error())
      }
      inner.whenSettled(on: .immediate) { outcome in
        timer.cancel()
        callback(outcome)
      }
      callback.onCancel { inner.cancel() }
    }
  }
}

/// The work did not end in time.
public struct TimeoutError: Error, Sendable, Equatable, CustomStringConvertible {
  public init() {}

  public var description: String { "The work did not end within its time limit." }
}
