import Errands

extension Promise {
  /// Waits for the promise, and gives its value.
  ///
  /// A waiting task that is cancelled leaves at once, and where nothing else waits for the promise, that and the
  /// work below it are cancelled. No queue has to be free for it.
  ///
  /// - Throws: The promise's error, one that stands for a cancellation too; `AbandonedError` where nothing is left that
  ///   could resolve it.
  public func async() async throws -> T {
    try await settled().get()
  }
}

extension Guarantee {
  /// Waits for the guarantee, and gives its value.
  ///
  /// It cannot throw: cancelling the waiting task has no effect, and a guarantee that nothing is left to resolve is
  /// waited for in vain, after ``LogEvent/pendingGuaranteeDeallocated`` has been logged. To be told instead, await
  /// `Thenable/errand(_:fileID:line:)`.
  public func async() async -> T {
    if case .success(let value) = await settled(givesUp: false) { return value }
    conf.logHandler(.pendingGuaranteeDeallocated)
    while true { _ = await never.settled(onCancel: {}) }
  }
}

/// For awaiters of a guarantee that will never be resolved.
private let never = Settlement<Void>()
