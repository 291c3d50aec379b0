import ErrandsEager

extension Task {
  /// A task that succeeds when the first of them has ended, however it did, or at once where there are none. The
  /// others go on. Cancelling it cancels the tasks that nothing else waits for.
  public class func whenAny(_ tasks: [Task]) -> Task<Void> {
    guard !tasks.isEmpty else { return Task<Void>(()) }
    let first = Task<Void>()
    let pending = PendingCount(tasks.count)
    let sources = tasks.map { task in
      // What a task that goes on for ever holds of the others is this closure, and not their list.
      task.subscribe { outcome in
        let isLast = pending.leave()
        if !outcome.isAbandonment {
          first.settle(.success(()))
        } else if isLast {
          first.settle(outcome.map { _ in })
        }
      }
    }
    first.setSource(TaskMembers(sources))
    return first
  }

  /// The same as `whenAny` of an array.
  public class func whenAny(_ tasks: Task...) -> Task<Void> {
    whenAny(tasks)
  }
}
