public import Errands
import ErrandsEager

extension Errand {
  /// Starts the work, and gives a promise of its value.
  ///
  /// ```swift
  /// firstly { chart.promise(in: scope) }
  ///   .done { self.title = $0.title }
  ///   .catch { self.report($0) }
  /// ```
  ///
  /// Cancelling the promise, or anything behind it, cancels the run, and breaks the promise as
  /// ``Promise/cancel(with:)`` says. A run that is cancelled otherwise, by its scope say, breaks it with
  /// `CancellationError`, which `catch` passes over unless its policy says otherwise.
  ///
  /// - Parameter scope: The lifetime to tie the run to.
  public func promise(in scope: Scope? = nil) -> Promise<Value> {
    let promise = Promise<Value>(source: nil)
    promise.bind(to: self, in: scope)
    return promise
  }
}
