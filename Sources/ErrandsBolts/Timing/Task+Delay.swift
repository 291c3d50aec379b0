import Foundation

extension Task {
  /// A task that succeeds after some time, on a global queue. It can be asked of any task type.
  ///
  /// - Parameters:
  ///   - delay: In seconds; nothing, or less, is soon.
  ///   - cancellationToken: Cancels the task before.
  public class func withDelay(
    _ delay: TimeInterval,
    cancellationToken: CancellationToken? = nil
  ) -> Task<Void> {
    let task = Task<Void>()
    task.tie(to: cancellationToken)
    task.setSource(Delay(delay) { task.settle(.success(())) })
    return task
  }
}
