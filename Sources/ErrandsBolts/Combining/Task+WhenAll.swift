extension Task {
  /// A task that ends when all of them have ended: cancelled where one of them was cancelled; else, where some
  /// have failed, with an ``AggregateError``; else with success. Cancelling it cancels the tasks that nothing else
  /// waits for.
  public class func whenAll(_ tasks: [Task]) -> Task<Void> {
    afterAll(tasks) { tasks in results(of: tasks).map { _ in } }
  }

  /// The same as `whenAll` of an array.
  public class func whenAll(_ tasks: Task...) -> Task<Void> {
    whenAll(tasks)
  }

  /// As `whenAll` of an array, with the results in the order in which the tasks were given.
  public class func whenAllResult(_ tasks: [Task]) -> Task<[TResult]> {
    afterAll(tasks) { tasks in results(of: tasks) }
  }

  /// The same as `whenAllResult` of an array.
  public class func whenAllResult(_ tasks: Task...) -> Task<[TResult]> {
    whenAllResult(tasks)
  }
}
