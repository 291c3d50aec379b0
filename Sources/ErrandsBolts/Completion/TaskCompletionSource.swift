import Errands
import ErrandsEager

/// The producer's side of a ``Task``: makes it, and ends it.
///
/// ```swift
/// func load(_ name: String) -> Task<Chart> {
///   let source = TaskCompletionSource<Chart>()
///   let request = store.load(name) { chart, error in
///     if let chart { source.set(result: chart) } else { source.set(error: error ?? Failure()) }
///   }
///   source.onCancel { request.stop() }
///   return source.task
/// }
/// ```
///
/// A source that is dropped before it has ended its task abandons it: the task stays pending, its
/// continuations are let go of without being called, and its awaiters get `AbandonedError` with the
/// line that made the source.
public final class TaskCompletionSource<TResult: Sendable>: Sendable {
  /// The task that this source ends.
  public let task: Task<TResult>
  @usableFromInline let origin: CallSite

  /// A source with a pending task.
  @inlinable
  public init(fileID: StaticString = #fileID, line: UInt = #line) {
    task = Task()
    origin = CallSite(fileID, line)
  }

  @inlinable
  deinit {
    if task.isUndecided { abandon() }
  }

  /// Ends the task with a result. The source must not have ended it before; see ``trySet(result:)``.
  @inlinable
  public func set(result: TResult) {
    if !trySet(result: result) { requireCancelledByConsumer() }
  }

  /// Ends the task with an error. The source must not have ended it before; see ``trySet(error:)``.
  @inlinable
  public func set(error: any Error) {
    if !trySet(error: error) { requireCancelledByConsumer() }
  }

  /// Cancels the task. The source must not have ended it before; see ``tryCancel()``.
  @inlinable
  public func cancel() {
    if !tryCancel() { requireCancelledByConsumer() }
  }

  /// Ends the task with a result; false, and no effect, where it has ended before.
  @inlinable
  @discardableResult
  public func trySet(result: TResult) -> Bool {
    task.settle(.success(result))
  }

  /// Ends the task with an error; false, and no effect, where it has ended before.
  @inlinable
  @discardableResult
  public func trySet(error: any Error) -> Bool {
    task.settle(.failure(error))
  }

  /// Cancels the task; false, and no effect, where it has ended before. The hook of ``onCancel(_:)`` is not
  /// called: it is for the cancellation that the source does not know of.
  @inlinable
  @discardableResult
  public func tryCancel() -> Bool {
    task.settle(.failure(CancellationError()))
  }

  @usableFromInline
  func abandon() {
    task.cancel(settlingWith: Abandonment(origin: origin.location))
  }

  /// To set twice is a mistake, and traps. To set what a consumer has cancelled meanwhile is none: in Bolts
  /// only the source could end its task, so existing code cannot be prepared for it.
  @usableFromInline
  func requireCancelledByConsumer() {
    if task.wasCancelled { return }
    preconditionFailure("This source has ended its task before; where that may happen, call a try… method.")
  }
}

extension TaskCompletionSource {
  /// Calls the hook when a consumer cancels the task, or when the source is dropped before it has ended the task;
  /// now, where that has happened already. Stop the work in it. Of several hooks the last one counts.
  ///
  /// The task keeps the hook until it has ended. A hook that holds the source keeps it from being dropped.
  @preconcurrency
  public func onCancel(_ hook: @escaping @Sendable () -> Void) {
    task.setSource(StoppableWork(hook))
  }
}
