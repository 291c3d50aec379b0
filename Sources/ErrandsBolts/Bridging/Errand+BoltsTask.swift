public import Errands
import ErrandsEager

extension Errand {
  /// Starts the work, and gives its outcome as a Bolts task. Cancelling the task cancels the run.
  ///
  /// - Parameter scope: The lifetime to tie the run to. Where the scope has ended, the task is cancelled and the
  ///   work never starts.
  public func boltsTask(in scope: Scope? = nil) -> ErrandsBolts.Task<Value> {
    let task = ErrandsBolts.Task<Value>()
    task.bind(to: self, in: scope)
    return task
  }
}

extension Errand {
  /// An errand that calls a function which gives a Bolts task, and waits for that, once a run. Cancelling the run
  /// cancels the task.
  ///
  /// ```swift
  /// let chart = Errand.fromBoltsTask { loadChart() }.timeout(after: .seconds(5))
  /// ```
  public static func fromBoltsTask(
    _ name: String? = nil,
    fileID: String = #fileID,
    line: UInt = #line,
    _ make: @escaping @Sendable () throws -> ErrandsBolts.Task<Value>
  ) -> Errand {
    .fromCallback(name, fileID: fileID, line: line) { callback in try make().forward(to: callback) }
  }
}
