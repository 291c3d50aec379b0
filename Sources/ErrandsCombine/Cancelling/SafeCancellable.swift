public import Errands

/// Something to cancel, from any thread, any number of times, and from within its own cancellation: the work
/// is done once. Letting go of it cancels it, as with `AnyCancellable`.
///
/// OpenCombine's `AnyCancellable` does not keep that promise: cancelled from two threads at once it may do
/// its work twice, and cancelled from within its own cancellation it does not come to an end.
///
/// ```swift
/// let shared = SafeCancellable(charts.sink { chart in print(chart.count) })
/// ```
public final class SafeCancellable: CombineCancellable, Errands.Cancellable, Sendable {
  private let state: Guarded<SafeCancellableState>

  /// - Parameter work: What cancelling means. It is let go of when it has been done.
  public init(_ work: @escaping @Sendable () -> Void) {
    state = Guarded(SafeCancellableState(work))
  }

  /// - Parameter cancellable: A subscription, or an `AnyCancellable`, that is cancelled through this object only.
  public init(_ cancellable: some CombineCancellable) {
    // Not Sendable, and does not have to be: it is called once, by one thread.
    state = Guarded(SafeCancellableState { cancellable.cancel() })
  }

  deinit { cancel() }

  /// Whether it has been cancelled.
  public var isCancelled: Bool { state.withLock { $0.isCancelled } }

  /// Does the work, on this thread. No effect the second time.
  public func cancel() {
    let (work, callbacks) = state.withLock { $0.cancel() }
    work?()
    for callback in callbacks { callback.succeed(()) }
  }

  /// Calls back when it is cancelled; false, and nothing is kept, where it has been.
  func whenCancelled(_ callback: Callback<Void>) -> Bool {
    state.withLock { $0.add(callback) }
  }
}
