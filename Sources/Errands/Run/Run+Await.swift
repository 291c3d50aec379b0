extension Run {
  /// Waits for the run and gives its value, or throws its error.
  ///
  /// Waiting is looking on: a waiting task that is cancelled leaves at once with `CancellationError`, and the
  /// run goes on. To have both end together, await ``Errand/value(in:reporting:)`` instead.
  public var value: Value {
    get async throws {
      let waiter = Settlement<Value>()
      whenSettled(on: .immediate) { waiter.settle($0) }
      return try await waiter.value()
    }
  }

  /// Waits, and cancels the run when the waiting task is cancelled.
  func owned() async -> Outcome {
    let waiter = Settlement<Value>()
    whenSettled(on: .immediate) { waiter.settle($0) }
    return await waiter.settled { self.cancel() }
  }
}
