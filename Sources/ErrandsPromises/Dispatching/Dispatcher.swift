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

extension DispatchQueue {
  /// The queue as a dispatcher that puts the work on it with these flags.
  public func asDispatcher(flags: DispatchWorkItemFlags? = nil) -> any Dispatcher {
    Delivery.asynchronous(self, flags)
  }
}

// Disfavored: `on: .main` of an operator is to be the main queue that it always was, and not a dispatcher.
extension Dispatcher where Self == DispatchQueue {
  /// The main queue.
  @_disfavoredOverload
  public static var main: DispatchQueue { DispatchQueue.main }

  /// A queue for work at the side.
  @_disfavoredOverload
  public static func global(qos: DispatchQoS.QoSClass = .default) -> DispatchQueue {
    DispatchQueue.global(qos: qos)
  }
}

extension Dispatcher where Self == CurrentThreadDispatcher {
  /// The thread that resolves the promise, on the spot.
  public static var current: CurrentThreadDispatcher { CurrentThreadDispatcher() }
}

extension Delivery: Dispatcher {
  /// Calls the work where the delivery leads.
  public func dispatch(_ body: @escaping @Sendable () -> Void) {
    call(body)
  }
}
