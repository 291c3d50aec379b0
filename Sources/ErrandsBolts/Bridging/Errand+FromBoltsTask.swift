public import Errands
import ErrandsEager

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
