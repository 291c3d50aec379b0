public import Dispatch
public import Errands

/// A place that handlers are called on, in the words of PromiseKit's version 7. Every operator takes one as its
/// `on:`.
///
/// The queues of Dispatch are dispatchers, and so is whatever the core delivers to: an actor, an operation queue.
@preconcurrency
public protocol Dispatcher: Sendable {
  /// Takes a piece of work, and calls it once.
  @preconcurrency
  func dispatch(_ body: @escaping @Sendable () -> Void)
}

extension DispatchQueue: Dispatcher {
  /// Calls the work on the queue, always later.
  public func dispatch(_ body: @escaping @Sendable () -> Void) {
    async(execute: body)
  }
}

extension Delivery: Dispatcher {
  /// Calls the work where the delivery leads.
  public func dispatch(_ body: @escaping @Sendable () -> Void) {
    call(body)
  }
}
