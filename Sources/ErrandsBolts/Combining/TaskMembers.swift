import Errands
import ErrandsEager

/// The tasks that another one waits for.
final class TaskMembers<TResult: Sendable>: EagerSource {
  private let tasks: [Task<TResult>]

  init(_ tasks: [Task<TResult>]) {
    self.tasks = tasks
  }

  func unsubscribe(with error: any Error) {
    CallRound.make(tasks) { $0.unsubscribe(with: error) }
  }
}
