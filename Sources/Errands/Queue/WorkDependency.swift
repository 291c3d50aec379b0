/// What queued work can wait for: other queued work, in whichever queue, or any run.
public protocol WorkDependency: Sendable {
  /// Calls the handler once, when the work has settled, or now, if it has already: with nil after a success,
  /// else with the error. On any thread; do not block in it.
  func whenSettled(notifying dependent: @escaping @Sendable (_ failure: (any Error)?) -> Void)
}

extension Run: WorkDependency {
  @inlinable
  public func whenSettled(notifying dependent: @escaping @Sendable (_ failure: (any Error)?) -> Void) {
    // On the settlement itself: a dependent does not wait until the run's owner has been told.
    settlement.whenSettled { outcome in
      switch outcome {
      case .success: dependent(nil)
      case .failure(let error): dependent(error)
      }
    }
  }
}
