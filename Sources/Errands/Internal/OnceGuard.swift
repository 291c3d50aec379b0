/// A piece of work that is handed to a foreign executor: it is called once, or thrown away.
///
/// An executor may call twice what it is given, on two threads at that: the second call does nothing. Or it
/// throws the work away instead of calling it, as an operation queue that is cancelled does: the end of this
/// object says so.
package final class OnceGuard: Sendable {
  package typealias Body = @Sendable () -> Void

  /// A type of its own: of functions that are elements by themselves, each way in and out makes an object.
  private struct Work: Sendable {
    let call: Body
    let dropped: Body
  }

  private let work: Lock<Work?>

  /// - Parameters:
  ///   - call: The work.
  ///   - dropped: Called instead, where the work has not been called and cannot be any more.
  package init(call: @escaping Body, dropped: @escaping Body) {
    work = Lock(Work(call: call, dropped: dropped))
  }

  deinit { work.withLock { $0.take() }?.dropped() }

  /// Does the work, the first time.
  package func callAsFunction() { work.withLock { $0.take() }?.call() }
}

extension Delivery {
  /// Hands work over; where there is no executor, calls it now.
  ///
  /// - Parameter dropped: Called instead, where the executor throws the work away.
  @usableFromInline
  package func call(
    _ work: @escaping @Sendable () -> Void,
    dropped: @escaping @Sendable () -> Void = {}
  ) {
    guard let enqueue else { return work() }
    let once = OnceGuard(call: work, dropped: dropped)
    enqueue { once() }
  }
}
