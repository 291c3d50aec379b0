extension AnyRun {
  /// Whether its end matters to somebody: to a handler, a task or a thread that waits, work that depends on it, or to
  /// the owner of its scope. Takes the run's lock, and is only asked by those who look on.
  var isAwaited: Bool {
    registry != nil || (self as? any RunWithHandlers)?.hasHandlers ?? false
  }
}

/// A run whose settlement can be asked, whatever its value.
private protocol RunWithHandlers {
  var hasHandlers: Bool { get }
}

extension Run: RunWithHandlers {
  /// True also where it has an outcome, of which somebody may just be told.
  fileprivate var hasHandlers: Bool {
    settlement.lock.withLock { _ in
      let state = settlement.state
      return !state.isPending || state.handlers.count > 0 || state.handlers.isWaitedFor
    }
  }
}
