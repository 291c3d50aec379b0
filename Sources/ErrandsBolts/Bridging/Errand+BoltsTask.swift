import Errands
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
