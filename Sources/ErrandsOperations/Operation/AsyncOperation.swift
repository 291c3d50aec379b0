public import Errands
public import Foundation

/// An operation to write a subclass of: hand over the beginning of the work, and how to stop it.
///
/// ```swift
/// final class Download: AsyncOperation<Data>, @unchecked Sendable {
///   // Sendable: what is stored does not change.
///   private let session: LegacySession
///   private let url: URL
///
///   init(_ session: LegacySession, _ url: URL, in scope: Scope? = nil) {
///     self.session = session
///     self.url = url
///     super.init(in: scope)
///   }
///
///   override func run(_ callback: Callback<Data>) {
///     session.load(url) { data, error in callback(data, error) }
///   }
///
///   override func stop() { session.cancel(url) }
/// }
/// ```
///
/// State, notifications, dependencies and what a cancellation means at which moment are seen to.
open class AsyncOperation<Value: Sendable>: AnyAsyncOperation, @unchecked Sendable {
  // Sendable: adds nothing that changes.
  @usableFromInline final let typedRun: Run<Value>

  /// - Parameters:
  ///   - name: What the operation is called in the trace and in errors; by default its source line.
  ///   - scope: The lifetime to tie the operation to; see ``AnyAsyncOperation/tied(to:)``.
  @inlinable
  public init(
    name: String? = nil,
    in scope: Scope? = nil,
    fileID: String = #fileID,
    line: UInt = #line
  ) {
    typedRun = Run(name: name, origin: SourceLocation(fileID: fileID, line: line))
    super.init(
      run: typedRun,
      OperationWork(watch: { AsyncOperation.typed($0).watch() }, begin: { AsyncOperation.typed($0).begin() })
    )
    if let name { self.name = name }
    if let scope { tied(to: scope) }
  }

  @inlinable
  init(_ errand: Errand<Value>, name: String?) {
    let run = Run(of: errand)
    typedRun = run
    super.init(
      run: run,
      OperationWork(watch: { AsyncOperation.typed($0).watch() }, begin: { _ in run.perform(errand) })
    )
    if let name { self.name = name }
  }

  /// The operation that an ``OperationWork`` is given is the one that it was made for.
  @inlinable
  static func typed(_ operation: AnyAsyncOperation) -> AsyncOperation {
    unsafeDowncast(operation, to: AsyncOperation.self)
  }

  @inlinable
  final func watch() {
    typedRun.whenDecided { outcome in
      switch outcome {
      case .success: self.finish(nil)
      case .failure(let error): self.finish(error)
      }
    }
  }

  /// Begins the work. Called once, on a thread of the operation's queue, unless the operation was cancelled
  /// before.
  ///
  /// The operation ends when the callback is called, and with what it is called; with what this throws; and
  /// with `AbandonedError`, if the callback is let go of without having been called.
  open func run(_ callback: Callback<Value>) throws {
    preconditionFailure("\(type(of: self)) has to override run(_:).")
  }

  /// Stops the work: the operation was cancelled, its time has passed, or the callback was let go of. Called
  /// once, on any thread, after ``run(_:)`` has returned, and not where the work has ended by itself; the
  /// operation has ended already, and a callback has no effect any more.
  ///
  /// A ``run(_:)`` that goes on for long looks at `isCancelled`.
  open func stop() {}

  @inlinable
  final func begin() {
    typedRun.perform { callback in
      try run(callback)
      // Afterwards: what has not begun yet cannot be stopped, and would then go on for ever.
      callback.onCancel { [self] in stop() }
    }
  }
}

/// What an operation does in its typed run, without the type.
///
/// Functions, and not methods to override: those of a generic class look up its types at run time, which was
/// half of what an operation cost.
@usableFromInline
struct OperationWork: Sendable {
  @usableFromInline typealias Step = @Sendable (AnyAsyncOperation) -> Void

  /// Sees to it that the operation finishes when its run settles.
  let watch: Step
  /// Begins the work.
  let begin: Step
  /// The task-local values of the caller on whose behalf the work is done; nil for those of the thread on which it
  /// begins.
  var context: TaskContext?

  @usableFromInline
  init(watch: @escaping Step, begin: @escaping Step) {
    self.watch = watch
    self.begin = begin
  }

  /// What comes before the work has the same values.
  func inContext(_ call: () -> Void) {
    if let context { context.call(call) } else { call() }
  }
}
