public import Errands

extension CombineCancellable {
  /// Ties a subscription to a scope: when the scope ends, it is cancelled; at once, where the scope has
  /// ended.
  ///
  /// ```swift
  /// charts.sink { chart in print(chart.count) }.store(in: scope)
  /// ```
  ///
  /// An `AnyCancellable` does not say when its publisher has completed, and stays in the scope until that
  /// ends. A ``SafeCancellable`` that is cancelled leaves it; and so does
  /// `sink(in:receiveCompletion:receiveValue:)` when its publisher completes.
  public func store(in scope: Scope) {
    let held = self as? SafeCancellable ?? SafeCancellable(self)
    let errand = Errand<Void>.fromCallback("subscription") { callback in
      if !held.whenCancelled(callback) { callback.succeed(()) }
    }
    _ = errand.begin(in: scope) { run in
      run.whenSettled(on: .immediate) { _ in held.cancel() }
    }
  }
}
