/// How much the tests of scale do. The thread sanitizer makes everything some twenty times slower.
enum Sizes {
  /// Rounds of real threads, for the sanitizer to look at, and for what the explorer takes as given: the orders in which
  /// two threads meet at locks are tried one by one in its scenarios.
  static let raceRounds = 500
  static let cancelRounds = 2_000
  #if TSAN
    static let chain = 5_000
    static let droppedOwners = 100
    /// How many tasks inside one another are cancelled. Swift's runtime holds a task's lock while its cancellation handlers
    /// run, and the sanitizer gives up on a program where a thread holds more than 128.
    static let cancelledTasks = 100
  #else
    static let chain = 100_000
    static let droppedOwners = 1_000
    static let cancelledTasks = 100_000
  #endif
}
