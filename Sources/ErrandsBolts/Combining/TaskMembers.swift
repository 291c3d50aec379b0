import Errands
import ErrandsEager

/// The tasks that another one waits for.
final class TaskMembers<TResult: Sendable>: Upstream {
  private let tasks: [Task<TResult>]

  init(_ tasks: [Task<TResult>]) {
    self.tasks = tasks
  }

  func letGo(_ error: any Error) {
    CallRound.make(tasks) { $0.letGo(error) }
  }
}
