extension Errand {
  /// An errand that runs an asynchronous function in a task of its own. Cancelling the run cancels the task.
  ///
  /// - Parameters:
  ///   - name: What the errand is called in the trace; by default its source line.
  ///   - operation: The work. Its task inherits the priority and the task-local values of the caller that
  ///     runs the errand.
  @inlinable
  public init(
    _ name: String? = nil,
    fileID: String = #fileID,
    line: UInt = #line,
    _ operation: @escaping @Sendable () async throws -> Value
  ) {
    let label = Label(name: name, origin: SourceLocation(fileID: fileID, line: line))
    self.init(label: label, work: .task(operation))
  }

  /// An errand that runs an asynchronous function in a task of its own, which reports how far it has come.
  @inlinable
  public init(
    _ name: String? = nil,
    fileID: String = #fileID,
    line: UInt = #line,
    _ operation: @escaping @Sendable (ProgressReporter) async throws -> Value
  ) {
    let label = Label(name: name, origin: SourceLocation(fileID: fileID, line: line))
    let work = Work.reportingTask { (callback: Callback<Value>) in
      try await operation(ProgressReporter(report: callback.report))
    }
    self.init(label: label, work: work)
  }

  /// An errand that runs an asynchronous function, which has its run's callback to report and deliver with.
  @inlinable
  package init(
    name: String?,
    origin: SourceLocation = SourceLocation(),
    task operation: @escaping @Sendable (Callback<Value>) async throws -> Value
  ) {
    self.init(label: Label(name: name, origin: origin), work: .reportingTask(operation))
  }

  /// Runs the errand and waits for its value. Cancelling the waiting task, or ending the scope, cancels the
  /// run.
  ///
  /// A task that waits inside a call holds the arguments of the call, the scope among them, so letting go of
  /// the scope elsewhere does not end it: call ``Scope/cancel()``, or await the value of ``run(in:)``
  /// instead.
  ///
  /// - Parameters:
  ///   - scope: The lifetime to tie the run to.
  ///   - progress: Where to report how far the run has come: the reporter of the errand whose work waits
  ///     here, say.
  /// - Throws: The error of the work; `CancellationError` where the run is cancelled.
  @inlinable
  public func value(
    in scope: Scope? = nil,
    reporting progress: ProgressReporter? = nil
  ) async throws -> Value {
    let run = Run<Value>(label: label, registry: scope?.registry)
    if let progress {
      run.passOnProgress { progress(completed: $0.completed, total: $0.total) }
    }
    run.escalateToWaitingTask()
    return try await run.outcome(of: work).get()
  }

  /// As ``value(in:reporting:)``, with the outcome as a value.
  @inlinable
  public func outcome(in scope: Scope? = nil) async -> Result<Value, any Error> {
    let run = Run<Value>(label: label, registry: scope?.registry)
    run.escalateToWaitingTask()
    return await run.outcome(of: work)
  }
}

/// What an asynchronous function reports its progress with.
public struct ProgressReporter: Sendable {
  @usableFromInline let report: @Sendable (_ completed: Int64, _ total: Int64?) -> Void

  @inlinable
  init(report: @escaping @Sendable (_ completed: Int64, _ total: Int64?) -> Void) {
    self.report = report
  }

  /// Reports to the callback's run; it keeps the callback alive no longer than the reporting work does.
  package init<Value>(_ callback: Callback<Value>) {
    report = { [weak callback] in callback?.report(completed: $0, total: $1) }
  }

  /// Reports how far the work has come. Less than before, more than the total, and anything after the outcome
  /// is not passed on.
  ///
  /// - Parameters:
  ///   - completed: Units done so far.
  ///   - total: All units there are, or nil while the number is unknown.
  public func callAsFunction(completed: Int64, total: Int64?) {
    report(completed, total)
  }
}
