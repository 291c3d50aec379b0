public import Errands

extension Publisher {
  /// Subscribes for as long as the scope lasts. The subscription leaves the scope when the publisher
  /// completes.
  ///
  /// ```swift
  /// charts.sink(in: scope) { chart in print(chart.count) }
  /// ```
  ///
  /// - Returns: What cancels the subscription before that; it need not be kept.
  @discardableResult
  public func sink(
    in scope: Scope,
    receiveCompletion: @escaping (Subscribers.Completion<Failure>) -> Void = { _ in },
    receiveValue: @escaping (Output) -> Void
  ) -> any Errands.Cancellable {
    let callback = Lock<Callback<Void>?>(nil)
    let run = Errand<Void>.fromCallback("subscription") { made in callback.withLock { $0 = made } }.run(
      in: scope
    )
    guard run.outcome == nil else { return run }
    let inlet = Inlet<Output, Failure>(
      demand: .unlimited,
      value: { _, value in
        receiveValue(value)
        return .none
      },
      completion: { completion in
        callback.withLock { $0.take() }?.succeed(())
        receiveCompletion(completion)
      }
    )
    // The inlet is not held by its run: an upstream that drops it drops the callback, and the run leaves the
    // scope.
    let connection: any Errands.Cancellable = inlet.connection
    run.whenSettled(on: .immediate) { _ in connection.cancel() }
    subscribe(inlet)
    return run
  }
}
