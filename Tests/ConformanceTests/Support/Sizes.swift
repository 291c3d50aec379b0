/// How much the scenarios of scale do. The thread sanitizer makes everything some twenty times slower, but
/// races are what it is there for; the orders in which two threads meet at locks are explored, one by one.
enum Sizes {
  /// How long an event that has to come may take before the scenario has failed. Only failures wait so long.
  static let patience = Duration.seconds(30)
  static let reports: Int64 = 1_000
  #if TSAN
    static let rounds = 1_000
    static let chain = 2_000
    // Swift's runtime holds a task's lock while its cancellation handlers run, so that a task in a task in a task holds as
    // many; the sanitizer knows of 128 that a thread may hold, and gives up on the program where there is one more.
    static let nesting = 100
    static let givenUp = 500
  #else
    static let rounds = 500
    static let chain = 5_000
    static let nesting = 5_000
    static let givenUp = 10_000
  #endif
}
