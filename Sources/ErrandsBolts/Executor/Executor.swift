import Dispatch
import Foundation

/// Where a closure is called.
///
/// In a file that imports this module the name hides that of Swift's own protocol, which is then written
/// `_Concurrency.Executor`.
public enum Executor: Sendable {
  /// At once, on the thread that ends the task; from the 22nd closure inside one another on, on the global queue.
  case `default`
  /// At once, on the thread that ends the task. A chain of such continuations needs no stack, however long it is.
  case immediate
  /// At once where the thread is the main one, else on the main queue.
  ///
  /// From Swift 6 on, `.mainThread` written for a continuation is ``MainThread/mainThread``, whose closures the
  /// compiler knows to be on the main actor.
  case mainThread
  /// Later, on a dispatch queue.
  case queue(DispatchQueue)
  /// Later, on an operation queue. Where the queue throws the operation away, the continuation's task is
  /// abandoned: its own continuations are not called, and whoever awaits it gets `AbandonedError`.
  case operationQueue(Foundation.OperationQueue)
  /// By a function that calls what it is given once before it returns.
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
