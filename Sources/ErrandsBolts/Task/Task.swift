import ErrandsEager

/// A Bolts task: the consumer's view of a result that is there already or still to come. The work behind it is
/// under way from the moment it is made.
///
/// It ends once, with a result, with an error, or cancelled, and then calls its continuations, each on the
/// ``Executor`` that it was registered with.
///
/// ```swift
/// let length = Task<String> { try String(contentsOf: file, encoding: .utf8) }
///   .continueOnSuccessWith { text in text.count }
///   .continueOnErrorWith { (error: CocoaError) in 0 }
/// ```
///
/// In a file that imports this module the name hides that of Swift's own task, which is then written
/// `_Concurrency.Task`.
public final class Task<TResult: Sendable>: EagerSettlement<TResult>, @unchecked Sendable {
  // Sendable: adds nothing that changes.

  /// What an executor is given to call.
  public typealias Continuation = () -> Void

  @inlinable
  override package init(settled outcome: Result<TResult, any Error>) {
    super.init(settled: outcome)
  }

  @inlinable
  override package init(source: (any EagerSource)? = nil) {
    super.init(source: source)
  }

  /// A task that has succeeded.
  @inlinable
  public init(_ result: TResult) {
    super.init(settled: .success(result))
  }

  /// A task that has failed. It is faulted even where the error is ``CancelledError``, which cancels a task only
  /// where it is thrown.
  @inlinable
  public init(error: any Error) {
    super.init(settled: .failure(error))
  }

  /// A task that has been cancelled.
  @inlinable
  public class func cancelledTask() -> Self {
    self.init(cancelled: ())
  }

  @inlinable
  init(cancelled: Void) {
    super.init(settled: .failure(CancellationError()))
  }
}

extension Task: CustomStringConvertible, CustomDebugStringConvertible {
  /// `Task: success(1)`, `Task: error(…)`, `Task: cancelled` or `Task: pending`.
  public var description: String { "Task: \(state)" }

  /// The same as ``description``.
  public var debugDescription: String { description }
}

/// How a task stands, in the words of Bolts.
enum TaskState<TResult: Sendable>: Sendable {
  case pending
  case success(TResult)
  case error(any Error)
  case cancelled

  /// An abandoned task counts as pending: a Bolts task whose source was dropped is, for ever.
  init(_ outcome: Result<TResult, any Error>?) {
    switch outcome {
    case nil: self = .pending
    case .success(let result): self = .success(result)
    case .failure(let error) where error is CancellationError: self = .cancelled
    case .failure(let error): self = error is Abandonment ? .pending : .error(error)
    }
  }
}
