public import Errands
public import Foundation

extension Errand {
  /// An errand that makes an operation and puts it into a queue of Foundation's, once a run, and waits for
  /// it. Value, error, cancellation and progress are the operation's. Cancelling the run cancels the
  /// operation, and its priority is the least that the operation has. The operation's work has the task-local values of the caller that runs the errand.
  ///
  /// - Parameter make: An operation that is in this queue already is only waited for, and so is one that is
  ///   under way or has ended.
  public static func fromOperation(
    _ name: String? = nil,
    in queue: OperationQueue,
    fileID: String = #fileID,
    line: UInt = #line,
    _ make: @escaping @Sendable () throws -> AsyncOperation<Value>
  ) -> Errand {
    .fromCallback(name, fileID: fileID, line: line) { callback in
      let operation = try make()
      operation.settle(callback)
      queue.enqueue(operation)
    }
  }

  /// The same, with a queue of this module's.
  public static func fromOperation(
    _ name: String? = nil,
    in queue: AsyncOperationQueue,
    fileID: String = #fileID,
    line: UInt = #line,
    _ make: @escaping @Sendable () throws -> AsyncOperation<Value>
  ) -> Errand {
    .fromCallback(name, fileID: fileID, line: line) { callback in
      let operation = try make()
      operation.settle(callback)
      queue.addOperation(operation)
    }
  }
}

extension Errand where Value == Void {
  /// An errand that makes an operation of any kind and puts it into a queue of Foundation's, once a run, and
  /// waits for its end: an operation that was cancelled is `CancellationError`. Cancelling the run cancels the
  /// operation.
  ///
  /// Its completion block is called as ever, and let go of when it has been: on Linux Foundation keeps it,
  /// and a block that captures its operation leaked.
  ///
  /// - Parameter make: An operation that is in this queue already is only waited for, and so is one that is
  ///   under way or has finished. An operation in another queue ends the process, as it does in Foundation.
  @_disfavoredOverload
  public static func fromOperation(
    _ name: String? = nil,
    in queue: OperationQueue,
    fileID: String = #fileID,
    line: UInt = #line,
    _ make: @escaping @Sendable () throws -> Operation
  ) -> Errand {
    .fromCallback(name, fileID: fileID, line: line) { callback in
      let operation = try make()
      operation.settleAnyValue(callback)
      queue.enqueue(operation)
    }
  }
}

extension AsyncOperation {
  fileprivate final func settle(_ callback: Callback<Value>) {
    keepContext()
    // The queue holds the operation. Where the queue lets go of it, nothing can call the callback any more.
    callback.onCancel { [weak self] in self?.cancel() }
    onProgress(on: .immediate) { callback.report($0) }
    lend(callback)
    // As work that goes on elsewhere: an observer or a handler on the spot, which may take long, holds up neither
    // the outcome nor the last report.
    whenEnded { [typedRun] _ in
      if let last = typedRun.progress { callback.report(last) }
      if let outcome = typedRun.outcome { callback(outcome) }
    }
  }
}

extension AnyAsyncOperation {
  /// Lends the operation the priority of the run that waits for it.
  fileprivate final func lend<Value>(_ callback: Callback<Value>) {
    callback.onPriorityChange { [weak self] in self?.escalate(to: $0) }
  }
}

extension Operation {
  fileprivate final func settleAnyValue(_ callback: Callback<Void>) {
    callback.onCancel { [weak self] in self?.cancel() }
    guard let ours = self as? AnyAsyncOperation else {
      clearCompletionBlockOnceCalled()
      return whenFinished { isCancelled in callback(isCancelled ? CancellationError() : nil) }
    }
    ours.keepContext()
    ours.onProgress(on: .immediate) { callback.report($0) }
    ours.lend(callback)
    ours.whenEnded { [run = ours.anyRun] failure in
      if let last = run.progress { callback.report(last) }
      callback(failure)
    }
  }

  final func clearCompletionBlockOnceCalled() {
    guard !isExecuting, !isFinished, let block = completionBlock else { return }
    completionBlock = { [weak self] in
      block()
      self?.completionBlock = nil
    }
  }
}
