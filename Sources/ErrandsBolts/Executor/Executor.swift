import Dispatch
public import Errands
import Foundation

/// Where a closure is called.
///
/// In a file that imports this module the name hides that of Swift's own protocol, which is then written
/// `_Concurrency.Executor`.
public enum Executor: Sendable {
  /// At once, on the thread that ends the task; from the 22nd closure inside one another on, on the global queue. Where the
  /// task has continuations elsewhere, they are handed over first, and beside one that takes more than a millisecond another
  /// thread, unless it is the main one, stands in for the one that ends the task.
  case `default`
  /// As ``default``. A chain of such continuations needs no stack, however long it is.
  case immediate
  /// At once where the thread is the main one, else on the main queue.
  ///
  /// From Swift 6 on, `.mainThread` written for a continuation is ``MainThread/mainThread``, whose closures the
  /// compiler knows to be on the main actor.
  case mainThread
  /// Later, on a dispatch queue.
  case queue(DispatchQueue)
  /// Later, on an operation queue. Where the queue throws the operation away, the continuation's task is
  /// abandoned: its own continuations are not called, and its awaiters get `AbandonedError`.
  case operationQueue(Foundation.OperationQueue)
  /// By a function that calls what it is given once before it returns. All functions are one executor to the others: one that
  /// blocks holds up those behind it, and those of ``mainThread``.
  @preconcurrency case closure(@Sendable (() -> Void) -> Void)
  /// By a function that calls what it is given once, then or later. Letting go of it uncalled abandons the
  /// continuation's task.
  @preconcurrency case escapingClosure(@Sendable (@escaping () -> Void) -> Void)

  /// Calls the closure there.
  @preconcurrency
  public func execute(_ closure: @escaping @Sendable () -> Void) {
    if !callInline(closure) { send(for: Task<Void>(), closure) }
  }
}

extension Executor {
  /// Wherever the core delivers to: an actor, say.
  public static func delivery(_ delivery: Delivery) -> Executor {
    .escapingClosure { body in
      // What an executor is given may cross threads, though the type that Bolts gives it does not say so.
      let body = Unchecked(body)
      delivery.call { body.value() }
    }
  }
}

extension Executor: CustomStringConvertible, CustomDebugStringConvertible {
  /// The executor in words.
  public var description: String {
    switch self {
    case .default: "Executor: default"
    case .immediate: "Executor: immediate"
    case .mainThread: "Executor: mainThread"
    case .queue(let queue): "Executor: queue(\(queue.label))"
    case .operationQueue(let queue): "Executor: operationQueue(\(queue.name ?? "unnamed"))"
    case .closure: "Executor: closure"
    case .escapingClosure: "Executor: escapingClosure"
    }
  }

  /// The same as ``description``.
  public var debugDescription: String { description }
}

/// The executor of the main thread as a type of its own, so that the compiler knows what it means: closures that
/// are given to it belong to the main actor.
///
/// ```swift
/// task.continueOnSuccessWith(.mainThread) { self.title = $0 }
/// ```
///
/// The line is the one that code in Swift 5 mode has. There it is ``Executor/mainThread``, and the author alone
/// sees to it that `title` is touched on the main thread only; from Swift 6 on it is this type.
public struct MainThread: Sendable {
  /// At once where the thread is the main one, else on the main queue.
  public static var mainThread: MainThread { MainThread() }
}
